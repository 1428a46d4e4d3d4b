import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { readEdits, readRecognized } from "@/lib/speech/content";
import { findJobById, getJob } from "@/lib/speech/history/list";
import type { SharedLink } from "@/lib/speech/trace/schema";
import { createSharedLink, findSharedLink } from "@/lib/speech/trace/share";
import { linesOf, noEdits, type Paragraph, paragraphsOf, wordsOf } from "./text";

/** What people outside a business see of its transcript: neither audio nor ids, key or money. */
export type SharedTranscript = {
  paragraphs: readonly Paragraph[];
  names: Readonly<Record<string, string>>;
  until: Date;
};

/**
 * A link to the transcript as it is edited, for as long as it is stored, seven days at most, or until it is withdrawn.
 * Throws NOT_FOUND, RESULT_EXPIRED, and CONFLICT for a business with 100 links.
 */
export async function shareTranscript(member: Member, trackingId: string): Promise<string> {
  const job = await getJob(member, trackingId);
  if (!(await readRecognized(job))) throw new AppError("RESULT_EXPIRED");
  const query = await createSharedLink(member, trackingId, { showsPrice: false, showsTranscript: true });
  return `${env.url}/shared/transcript/${trackingId}?${query}`;
}

/** The transcript of a shared link; null once the link or the transcript has ended, and for a link to anything else. */
export async function getSharedTranscript(trackingId: string, link: SharedLink): Promise<SharedTranscript | null> {
  const shared = await findSharedLink(trackingId, link, "transcript");
  const job = shared && (await findJobById(shared.businessId, trackingId));
  const recognized = job && (await readRecognized(job));
  if (!recognized) return null;
  const edits = (await readEdits(job)) ?? noEdits;
  const words = wordsOf(recognized.segments, recognized.channels ? "" : recognized.transcript);
  const until = new Date(Math.min(+shared.expiresAt, +job.expiresAt));
  return { paragraphs: paragraphsOf(linesOf(words, edits, "edited"), words), names: edits.names, until };
}
