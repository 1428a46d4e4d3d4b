import { linkTokenSchema } from "@/lib/account/schema";
import { linkCookie, linkPlaces } from "@/lib/auth/link-cookie";

/** Where links in mail arrive: the token goes into a cookie, the browser to the page that asks for a press. */
export async function GET(_: Request, { params }: RouteContext<"/link/[place]/[token]">) {
  const { place, token } = await params;
  const known = linkPlaces.find((name) => name === place);
  if (!known || !linkTokenSchema.safeParse(token).success) return new Response(null, { status: 404 });
  await linkCookie.set({ place: known, token });
  return new Response(null, { status: 303, headers: { location: `/${known}`, "cache-control": "no-store" } });
}
