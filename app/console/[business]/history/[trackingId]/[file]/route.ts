import { orError } from "@/lib/access/auth/or-error";
import { findRouteMember } from "@/lib/access/auth/session";
import type { Member } from "@/lib/access/principals/member";
import { AppError } from "@/lib/platform/errors";
import { transcriptTexts } from "@/lib/speech/answer";
import { readRecognized } from "@/lib/speech/content";
import { readPlayable } from "@/lib/speech/history/files";
import { getJob } from "@/lib/speech/history/list";
import { findReceipt } from "@/lib/speech/retention/receipt";

/** A job's subtitles, samples as WAV, or erasure receipt. Another business's job is not found, like an unknown one. */
export async function GET(_: Request, { params }: RouteContext<"/console/[business]/history/[trackingId]/[file]">) {
  const { business, trackingId, file } = await params;
  const member = await findRouteMember(business);
  const made = member && (await make(member, trackingId, file));
  if (!made) return new Response(null, { status: 404 });
  const disposition = `attachment; filename="${trackingId}-${file}"`;
  const headers = { "content-type": made.type, "content-disposition": disposition, "cache-control": "no-store" };
  return new Response(made.body, { headers });
}

async function make(
  member: Member,
  trackingId: string,
  file: string,
): Promise<{ type: string; body: string | Uint8Array<ArrayBuffer> } | null> {
  const job = await orError(getJob(member, trackingId));
  if (job instanceof AppError) return null;
  if (file === "receipt.json") {
    const receipt = await findReceipt(member.businessId, trackingId);
    return receipt && { type: "application/json", body: `${JSON.stringify(receipt, null, 2)}\n` };
  }
  if (file === "audio.wav") {
    const playable = await readPlayable(job);
    return playable && { type: "audio/wav", body: playable };
  }
  const recognized = await readRecognized(job);
  if (recognized && file === "transcript.srt")
    return { type: "application/x-subrip", body: transcriptTexts.srt(recognized) };
  return recognized && file === "transcript.vtt" ? { type: "text/vtt", body: transcriptTexts.vtt(recognized) } : null;
}
