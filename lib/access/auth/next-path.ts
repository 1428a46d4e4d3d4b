/** The header in which `proxy.ts` passes a page its path; the proxy overwrites whatever a client sends. */
export const pathHeader = "x-vang-path";

const nowhere = "http://vang.invalid";

/** A path on this site to go to after signing in; null for anything that would lead elsewhere. */
export function sameSitePath(text: unknown): string | null {
  if (typeof text !== "string" || !text.startsWith("/")) return null;
  const path = readPath(text);
  // `/.//evil.example` is a path of ours that becomes `//evil.example`, so the returned path must parse to itself.
  return path !== null && readPath(path) === path ? path : null;
}

function readPath(text: string): string | null {
  const url = URL.canParse(text, nowhere) ? new URL(text, nowhere) : null;
  return url?.origin === nowhere ? url.pathname + url.search : null;
}
