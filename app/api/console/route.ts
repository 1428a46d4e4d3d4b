import { orError } from "@/lib/access/auth/or-error";
import { requireSameOrigin } from "@/lib/access/auth/origin";
import { findRouteMember, findViewer } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { listBusinesses } from "@/lib/businesses/service";
import { issuePlaygroundKey } from "@/lib/keys/playground/create";
import { AppError, errorCodes } from "@/lib/platform/errors";

const headers = { "cache-control": "no-store" };

/** The businesses whose API the viewer can try in the documentation, which has no session of its own. */
export async function GET() {
  const viewer = await findViewer();
  if (!viewer) return new Response(null, { status: 404, headers });
  const businesses = (await listBusinesses(viewer))
    .filter(({ role }) => can(role, "speech:use"))
    .map(({ slug, name }) => ({ slug, name }));
  return Response.json({ businesses }, { headers });
}

/** A key for the current page, as the playground has one. It ends after 15 minutes or with the session. */
export async function POST(request: Request) {
  const made = await orError(createKey(request));
  if (made instanceof AppError) return new Response(null, { status: errorCodes[made.code].status, headers });
  return Response.json({ secret: made.secret }, { headers });
}

async function createKey(request: Request) {
  requireSameOrigin(request.headers);
  const business = new URLSearchParams(await request.text()).get("business") ?? "";
  const member = await findRouteMember(business);
  if (!member || !can(member.role, "speech:use")) throw new AppError("NOT_FOUND");
  return issuePlaygroundKey(member);
}
