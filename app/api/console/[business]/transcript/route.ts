import { orError } from "@/lib/access/auth/or-error";
import { findRouteMember } from "@/lib/access/auth/session";
import { AppError } from "@/lib/platform/errors";
import { type FoundTranscript, getEditableTranscript } from "@/lib/speech/transcripts/edits/store";

/**
 * What the editor of a transcript shows. Another business's is `missing`, as an unknown one and one that is not on record
 * yet; `gone`: no longer stored, or in another region.
 */
export async function GET(request: Request, { params }: RouteContext<"/api/console/[business]/transcript">) {
  const member = await findRouteMember((await params).business);
  const trackingId = new URL(request.url).searchParams.get("id") ?? "";
  if (!member) return new Response(null, { status: 404 });
  const found = await orError(getEditableTranscript(member, trackingId));
  const body: FoundTranscript =
    found instanceof AppError
      ? { status: found.code === "RESULT_EXPIRED" ? "gone" : "missing" }
      : { status: "found", transcript: found };
  return Response.json(body, { headers: { "cache-control": "no-store" } });
}
