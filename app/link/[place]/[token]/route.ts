import { linkTokenSchema } from "@/lib/account/schema";
import { linkCookie, linkPlaces } from "@/lib/auth/link-cookie";

/** The target of emailed links: puts the token into a cookie and redirects to the page with the button. */
export async function GET(_: Request, { params }: RouteContext<"/link/[place]/[token]">) {
  const { place, token } = await params;
  const known = linkPlaces.find((name) => name === place);
  if (!known || !linkTokenSchema.safeParse(token).success) return new Response(null, { status: 404 });
  await linkCookie.set({ place: known, token });
  return new Response(null, { status: 303, headers: { location: `/${known}`, "cache-control": "no-store" } });
}
