import { Readable } from "node:stream";
import { orError } from "@/lib/access/auth/or-error";
import { findRouteMember } from "@/lib/access/auth/session";
import { AppError } from "@/lib/platform/errors";
import { openChapterSound } from "@/lib/speech/jobs/texts/view";

type Context = RouteContext<"/api/console/[business]/jobs/[job]/chapters/[chapter]/sound">;

/** The sound of a chapter of a job that has not ended. Another business's is not found, like one that does not exist. */
export async function GET(_request: Request, { params }: Context) {
  const { business, job, chapter } = await params;
  const member = await findRouteMember(business);
  const sound = member && (await orError(openChapterSound(member, job, Number(chapter))));
  if (!sound || sound instanceof AppError) return new Response(null, { status: 404 });
  return new Response(Readable.toWeb(sound.read()) as ReadableStream, {
    headers: { "content-type": sound.type, "content-length": String(sound.bytes), "cache-control": "no-store" },
  });
}
