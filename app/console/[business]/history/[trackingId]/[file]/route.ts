import { orError } from "@/lib/auth/or-error";
import { findRouteMember } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { readRecognized } from "@/lib/history/content";
import { getJob } from "@/lib/history/list";
import type { Member } from "@/lib/principals/member";
import { findReceipt } from "@/lib/retention/receipt";
import { toSrt, toVtt } from "@/lib/speech/subtitles";

/**
 * A job's subtitles, or the receipt of its erasure. Another business's job is not found, like one that does not exist.
 */
export async function GET(_: Request, { params }: RouteContext<"/console/[business]/history/[trackingId]/[file]">) {
  const { business, trackingId, file } = await params;
  const member = await findRouteMember(business);
  const made = member && (await make(member, trackingId, file));
  if (!made) return new Response(null, { status: 404 });
  const disposition = `attachment; filename="${trackingId}-${file}"`;
  const headers = { "content-type": made.type, "content-disposition": disposition, "cache-control": "no-store" };
  return new Response(made.text, { headers });
}

async function make(member: Member, trackingId: string, file: string): Promise<{ type: string; text: string } | null> {
  const job = await orError(getJob(member, trackingId));
  if (job instanceof AppError) return null;
  if (file === "receipt.json") {
    const receipt = await findReceipt(member.businessId, trackingId);
    return receipt && { type: "application/json", text: `${JSON.stringify(receipt, null, 2)}\n` };
  }
  const recognized = await readRecognized(job);
  if (recognized && file === "transcript.srt")
    return { type: "application/x-subrip", text: toSrt(recognized.segments) };
  return recognized && file === "transcript.vtt" ? { type: "text/vtt", text: toVtt(recognized.segments) } : null;
}
