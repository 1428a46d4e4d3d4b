import { findRouteMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { selectionSchema } from "@/lib/speech/history/schema";
import { findReceipts } from "@/lib/speech/retention/receipt";

/** The receipts of the erased jobs in the query as one file. */
export async function GET(request: Request, { params }: RouteContext<"/console/[business]/history/receipts.json">) {
  const member = await findRouteMember((await params).business);
  if (!member) return new Response(null, { status: 404 });
  if (!can(member.role, "history:read")) return new Response(null, { status: 403 });
  const { success, data } = selectionSchema.safeParse(new URL(request.url).searchParams.getAll("id"));
  if (!success) return new Response(null, { status: 400 });
  const receipts = await findReceipts(member.businessId, data);
  const headers = {
    "content-disposition": `attachment; filename="${member.businessSlug}-receipts.json"`,
    "cache-control": "no-store",
  };
  return Response.json({ receipts }, { headers });
}
