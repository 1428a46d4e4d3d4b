import { orError } from "@/lib/access/auth/or-error";
import { findRouteMember } from "@/lib/access/auth/session";
import { AppError } from "@/lib/platform/errors";
import { getBook } from "@/lib/speech/jobs/texts/view";

/** What the page of a job polls of its chapters. Another business's job is not found, like one that does not exist. */
export async function GET(_request: Request, { params }: RouteContext<"/api/console/[business]/jobs/[job]/chapters">) {
  const { business, job } = await params;
  const member = await findRouteMember(business);
  const book = member && (await orError(getBook(member, job)));
  if (!book || book instanceof AppError) return new Response(null, { status: 404 });
  return Response.json(book, { headers: { "cache-control": "no-store" } });
}
