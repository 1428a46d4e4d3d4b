import { linkCookie, linkPlaces } from "@/lib/access/auth/link-cookie";
import { linkTokenSchema } from "@/lib/people/account/schema";

/** The target of emailed links: puts the token into a cookie and redirects to the page with the button. */
export async function GET(_: Request, { params }: RouteContext<"/link/[place]/[token]">) {
  const { place, token } = await params;
  const known = linkPlaces.find((name) => name === place);
  // Of a route that answers 404 itself, a browser shows nothing: this URL shows the page for unknown URLs.
  if (!known) return new Response(null, { status: 303, headers: { location: "/link/unknown" } });
  // Email programs cut long links: the page then says that the link is not valid, and how to get another.
  if (linkTokenSchema.safeParse(token).success) await linkCookie.set({ place: known, token });
  else await linkCookie.clear();
  return new Response(null, { status: 303, headers: { location: `/${known}`, "cache-control": "no-store" } });
}
