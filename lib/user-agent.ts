import "server-only";
import bowser from "bowser";

/** What a browser says of itself, in words people know; null where it says nothing that anyone could know it by. */
export type NamedAgent = { browser: string | null; system: string | null };

/** Names a browser and its system by what it says: it may lie, so this is for people's eyes and never for a decision. */
export function nameAgent(userAgent: string | null): NamedAgent {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = bowser.parse(userAgent);
  // Widely used in Vietnam, and unknown to the library.
  const cocCoc = /coc_coc_browser\/([\d.]+)/.exec(userAgent)?.[1];
  const { name, version = "" } = cocCoc ? { name: "Cốc Cốc", version: cocCoc } : browser;
  return {
    browser: inWords(name, /^\d+/.exec(version)?.[0]),
    system: inWords(os.name, systemVersion(os)),
  };
}

const inWords = (name?: string, version?: string): string | null =>
  name ? [name, version].filter(Boolean).join(" ") : null;

// Windows and macOS have stopped telling their version: every one of them says the number of years ago.
function systemVersion({ name, version }: { name?: string; version?: string }): string | undefined {
  return name === "Windows" || name === "macOS" ? undefined : /^\d+(\.\d+)?/.exec(version ?? "")?.[0];
}
