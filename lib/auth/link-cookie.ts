import "server-only";
import { minutes } from "@/lib/clock";
import { sealedCookie } from "./sealed-cookie";

/** The pages that emailed links lead to, by the word in the link. */
export const linkPlaces = [
  "verify",
  "invitation",
  "reset",
  "confirm-email",
  "undo-email",
  "not-me",
  "reset-factors",
  "keep-factors",
] as const;
export type LinkPlace = (typeof linkPlaces)[number];

/**
 * The token of an emailed link that was opened in this browser, kept out of the address bar, the history and the
 * referrer. Opening a link changes nothing but this, because email scanners follow every link they see.
 */
export const linkCookie = sealedCookie<{ place: string; token: string }>({
  name: "mail-link",
  lifeSeconds: minutes(30) / 1000,
  fields: ["place", "token"],
});

/** The token of a link to this page that was opened here; otherwise a random one, which is invalid. */
export async function readLinkToken(place: LinkPlace): Promise<string> {
  const link = await linkCookie.read();
  return link?.place === place ? link.token : "";
}
