import "server-only";
import { minutes } from "@/lib/platform/clock";
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

/** Keeps an emailed token out of URLs and history. Opening a link only sets this: email scanners open every link. */
export const linkCookie = sealedCookie<{ place: string; token: string }>({
  name: "mail-link",
  lifeSeconds: minutes(30) / 1000,
  fields: ["place", "token"],
});

/** The token of a link to this page that was opened here; otherwise an empty text, which is invalid. */
export async function readLinkToken(place: LinkPlace): Promise<string> {
  const link = await linkCookie.read();
  return link?.place === place ? link.token : "";
}
