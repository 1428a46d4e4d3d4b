import "server-only";
import bowser from "bowser";

/** What a user agent says, by common names; null if it names nothing known. */
export type NamedAgent = { browser: string | null; system: string | null };

/** Names a browser and its system by the user agent, which can be forged: for display, never for a decision. */
export function nameAgent(userAgent: string | null): NamedAgent {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = bowser.parse(userAgent);
  // Widely used in Vietnam, and unknown to the library.
  const cocCoc = /coc_coc_browser\/([\d.]+)/.exec(userAgent)?.[1];
  const { name, version = "" } = cocCoc ? { name: "Cốc Cốc", version: cocCoc } : browser;
  // Windows and macOS no longer report their version: all releases report the same old number.
  const isVersionKnown = os.name !== "Windows" && os.name !== "macOS";
  const systemVersion = isVersionKnown ? /^\d+(\.\d+)?/.exec(os.version ?? "")?.[0] : undefined;
  return { browser: inWords(name, /^\d+/.exec(version)?.[0]), system: inWords(os.name, systemVersion) };
}

const inWords = (name?: string, version?: string): string | null =>
  name ? [name, version].filter(Boolean).join(" ") : null;
