import "server-only";
import { createHash } from "node:crypto";
import type { RedactionKind } from "vietnamese-text/redaction-kinds";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { signAudioPath } from "@/lib/engines/audio/signed-urls";
import { clock } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { objectStore } from "@/lib/platform/objects/open";
import { isReadable, readEdits, readRecognized } from "@/lib/speech/content";
import { getJob, type JobDetail } from "@/lib/speech/history/list";
import type { StoredEdits } from "./schema";
import { noEdits, type StoredSegment, type TranscriptEdits, wordsOf } from "./text";

/** The edits of a transcript; `version` is empty before the first one. */
export type SavedEdits = {
  edits: TranscriptEdits;
  version: string;
  /** Who saved it, and when; null before the first edit, and once that person has left the business. */
  editor: { name: string; at: Date } | null;
};

/** All that is needed to read, play and edit a transcript. What was redacted is in none of it. */
export type EditableTranscript = SavedEdits & {
  transcript: string;
  segments: readonly StoredSegment[];
  /** The path of the uploaded audio on this site; null once it is no longer stored. */
  soundPath: string | null;
  /** Of the audio. */
  seconds: number;
  redacted: readonly RedactionKind[];
  mayEdit: boolean;
};

/** What a page of the console gets that asks for a transcript. */
export type FoundTranscript = { status: "found"; transcript: EditableTranscript } | { status: "gone" | "missing" };

/** Throws NOT_FOUND, also for another business's, and RESULT_EXPIRED where the transcript cannot be read any more or here. */
export async function getEditableTranscript(member: Member, trackingId: string): Promise<EditableTranscript> {
  const job = await getJob(member, trackingId);
  const recognized = await readRecognized(job);
  if (!recognized) throw new AppError("RESULT_EXPIRED");
  const { inputObject, inputExpiresAt, audioDuration } = job;
  const hasSound = inputObject && inputExpiresAt && isReadable({ ...job, expiresAt: inputExpiresAt });
  return {
    ...(await describeEdits(member, job)),
    transcript: recognized.channels ? "" : recognized.transcript,
    segments: recognized.segments,
    soundPath: hasSound ? signAudioPath(inputObject, inputExpiresAt, "stt") : null,
    seconds: audioDuration,
    redacted: recognized.redacted ?? [],
    mayEdit: can(member.role, "history:write"),
  };
}

/** Every save is a new object, whose name stays on the server. */
const versionOf = (object: string | null): string =>
  object === null ? "" : createHash("sha256").update(object).digest("base64url").slice(0, 22);

async function describeEdits({ businessId }: Member, job: JobDetail): Promise<SavedEdits> {
  const stored = await readEdits(job);
  const version = versionOf(job.editsObject);
  if (!stored) return { edits: noEdits, version, editor: null };
  const { editedBy, editedAt, ...edits } = stored;
  const where = { userId: editedBy, businessId };
  const editor = await db.membership.findFirst({ where, select: { user: { select: { name: true } } } });
  return { edits, version, editor: editor && { name: editor.user.name, at: new Date(editedAt) } };
}

/** `conflict`: somebody saved in the meantime, whose edits these are; nothing was stored. */
export type Saved = { status: "saved"; version: string } | ({ status: "conflict" } & SavedEdits);

const replaceEdits = `UPDATE jobs SET edits_object = $1
  WHERE tracking_id = $2 AND business_id = $3 AND edits_object IS NOT DISTINCT FROM $4
    AND region = $5 AND expires_at > $6 AND deleted_at IS NULL AND erased_at IS NULL
  RETURNING 1 AS one`;

/**
 * Stores edits beside the transcript and as long as that, if they began from the version that is stored. What the API
 * returned stays as it is. Throws NOT_FOUND, also for another business's, RESULT_EXPIRED and INVALID_REQUEST.
 */
export async function saveEdits(
  member: Member,
  trackingId: string,
  { edits, version }: { edits: TranscriptEdits; version: string },
): Promise<Saved> {
  requirePermission(member, "history:write");
  const job = await getJob(member, trackingId);
  const recognized = await readRecognized(job);
  if (!recognized) throw new AppError("RESULT_EXPIRED");
  if ((edits.texts.at(-1)?.to ?? 0) > wordsOf(recognized.segments).length)
    throw new AppError("INVALID_REQUEST", { param: "edits", message: "transcriptEditor.notValid" });
  if (version !== versionOf(job.editsObject)) return { status: "conflict", ...(await describeEdits(member, job)) };

  const stored: StoredEdits = {
    names: { ...edits.names },
    texts: [...edits.texts],
    editedBy: member.userId,
    editedAt: clock.now().toISOString(),
  };
  const object = await objectStore().put(Buffer.from(JSON.stringify(stored)), "json");
  const values = [object, trackingId, member.businessId, job.editsObject, env.VANG_REGION, clock.now()];
  const [isStored] = await sql("replace-edits", replaceEdits, values);
  // A file that stays behind belongs to no job, and is deleted by the orphan scan.
  const unused = isStored ? job.editsObject : object;
  if (unused)
    await objectStore()
      .delete(unused)
      .catch(() => undefined);
  if (isStored) return { status: "saved", version: versionOf(object) };
  const now = await getJob(member, trackingId);
  if (!isReadable(now)) throw new AppError("RESULT_EXPIRED");
  return { status: "conflict", ...(await describeEdits(member, now)) };
}
