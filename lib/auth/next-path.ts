/** The header in which `proxy.ts` tells a page where it is; the proxy overwrites whatever a client sends. */
export const pathHeader = "x-vang-path";

const nowhere = "http://vang.invalid";

/** A path on this site to go on to after signing in; null for anything that would lead elsewhere. */
export function sameSitePath(text: unknown): string | null {
  if (typeof text !== "string" || !text.startsWith("/") || !URL.canParse(text, nowhere)) return null;
  const url = new URL(text, nowhere);
  return url.origin === nowhere ? url.pathname + url.search : null;
}
