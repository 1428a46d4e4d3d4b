/** A response as a scanner sees it: URL, headers and document. */
export type Scanned = { headers: Headers; html: string };

/**
 * Scores an https page by the table of Mozilla's HTTP Observatory (github.com/mdn/mdn-http-observatory, `SCORE_TABLE`
 * in `src/grader/charts.js`): 100 minus what is missing; bonuses count from 90 on. 100 is an A+. Cases that this
 * function does not distinguish count as the worst of them.
 */
export function scorePage({ headers, html }: Scanned): { score: number; why: Record<string, number> } {
  const policy = parsePolicy(headers.get("content-security-policy") ?? "");
  const why = {
    "content-security-policy": scorePolicy(policy),
    cookies: scoreCookies(headers.getSetCookie()),
    "cross-origin-resource-sharing": headers.has("access-control-allow-origin") ? -50 : 0,
    "cross-origin-resource-policy": /^same-(origin|site)$/.test(headers.get("cross-origin-resource-policy") ?? "")
      ? 10
      : 0,
    "referrer-policy": scoreReferrer(headers.get("referrer-policy")),
    "strict-transport-security": scoreTransport(headers.get("strict-transport-security")),
    "subresource-integrity": scoreScripts(html),
    "x-content-type-options": headers.get("x-content-type-options") === "nosniff" ? 0 : -5,
    "x-frame-options": policy.has("frame-ancestors") ? 5 : scoreFrames(headers.get("x-frame-options")),
  };
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const base = 100 + sum(Object.values(why).filter((value) => value < 0));
  const extra = sum(Object.values(why).filter((value) => value > 0));
  return { score: base >= 90 ? base + extra : base, why };
}

const parsePolicy = (text: string): Map<string, string[]> =>
  new Map(
    text
      .split(";")
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = "", ...sources]) => [name, sources]),
  );

const broad = /^(https?:|ftp:|\*|https?:\/\/\*(\.\*)?)$/;

function scorePolicy(policy: Map<string, string[]>): number {
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get("default-src") ?? ["*"];
  const [script, style, object] = ["script-src", "style-src", "object-src"].map(sourcesOf) as [
    string[],
    string[],
    string[],
  ];
  if (!policy.has("default-src")) return -25;
  const isUnsafe = (source: string) => broad.test(source) || source === "'unsafe-inline'" || source === "data:";
  if (script.some(isUnsafe) || object.some((source) => broad.test(source))) return -20;
  if ([...policy.values()].flat().some((source) => /^(http|ftp):/.test(source))) return -20;
  if ([...script, ...style].includes("'unsafe-eval'")) return -10;
  if (style.some(isUnsafe)) return 0;
  return policy.get("default-src")?.join() === "'none'" ? 10 : 5;
}

function scoreCookies(cookies: string[]): number {
  if (cookies.length === 0) return 0;
  if (!cookies.every((cookie) => /;\s*secure/i.test(cookie))) return -40;
  if (!cookies.every((cookie) => /;\s*httponly/i.test(cookie))) return -30;
  return cookies.every((cookie) => /;\s*samesite=(lax|strict)/i.test(cookie)) ? 5 : -20;
}

const scoreReferrer = (policy: string | null): number =>
  /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(policy ?? "") ? 5 : -5;

const scoreTransport = (text: string | null): number => {
  const age = Number(/max-age=(\d+)/.exec(text ?? "")?.[1] ?? 0);
  return age >= 15_768_000 ? 0 : age > 0 ? -10 : -20;
};

const scoreScripts = (html: string): number =>
  [...html.matchAll(/<script[^>]*\ssrc="([^"]*)"/g)].every(([, source]) => /^\/(?!\/)/.test(source ?? "")) ? 0 : -50;

const scoreFrames = (text: string | null): number => (/^(deny|sameorigin)$/i.test(text ?? "") ? 0 : -20);
