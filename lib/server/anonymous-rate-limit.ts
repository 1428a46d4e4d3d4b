import "server-only";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "hono/utils/cookie";
import { decode } from "next-auth/jwt";
import pLimit from "p-limit";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { sessionCookie } from "@/lib/auth/cookie-name";
import { securityHeaders } from "@/lib/auth/headers";
import { isSameOrigin } from "@/lib/auth/origin";
import { env } from "@/lib/env";
import { tooManyRequests } from "@/lib/form";
import { defaultLocale, locales } from "@/lib/i18n/locale";
import { say } from "@/lib/i18n/words";
import { networkOf } from "@/lib/rate-limit/place";

/** An open page also loads the pages it links to, so reading takes more requests than sending forms. */
const pagesPerForm = 10;

/** Pages that are rendered at once for clients without a session. With more, the API would wait longer for its turn. */
const pagesAtOnce = 2;

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Limits the requests that reach the console, per process and network (IPv4 /24, IPv6 /64). A request with a session
 * cookie signed by us counts for its account instead; whether the session has ended is not looked up.
 */
export function limitAnonymousRequests(next: Handler, formsPerMinute: number): RequestListener {
  const forms = new RateLimiterMemory({ points: formsPerMinute, duration: 60 });
  const pages = new RateLimiterMemory({ points: formsPerMinute * pagesPerForm, duration: 60 });
  const inTurn = pLimit(pagesAtOnce);
  return async (request, response) => {
    const reads = request.method === "GET" || request.method === "HEAD";
    if (reads && /^\/_next\/static\/(?!.*\.\.)[\w./~-]+$/.test(request.url ?? "")) return next(request, response);
    // Not counted: otherwise a page of another site could use up the limit of its visitors.
    if (!reads && !isFromOurPages(request)) return response.writeHead(403, bareHeaders()).end();
    const account = await accountOf(request);
    try {
      await (reads ? pages : forms).consume(account ?? networkOf(String(request.headers["x-forwarded-for"])));
    } catch (error) {
      if (error instanceof RateLimiterRes) return reject(request, response, error);
      throw error;
    }
    if (account || !reads) return next(request, response);
    // A client that reads slowly does not keep its place.
    await inTurn(async () => {
      if (!response.destroyed) await Promise.race([next(request, response), sleep(1000, null, { ref: false })]);
    });
  };
}

function isFromOurPages({ headers }: IncomingMessage): boolean {
  const sent = ["origin", "sec-fetch-site"].flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []));
  return isSameOrigin(new Headers(sent as [string, string][]));
}

async function accountOf({ headers }: IncomingMessage): Promise<string | null> {
  const cookie = parse(headers.cookie ?? "")[sessionCookie(env.secure)];
  const token = cookie ? await decode({ token: cookie, secret: env.NEXTAUTH_SECRET }).catch(() => null) : null;
  if (!token?.sid) return null;
  return token.uid ? `user ${token.uid}` : `session ${token.sid}`;
}

/** The headers of a response that loads nothing and has no scripts. */
const bareHeaders = () => ({
  ...securityHeaders(),
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
});

function reject({ headers }: IncomingMessage, response: ServerResponse, { msBeforeNext }: RateLimiterRes): void {
  const isAction = headers["next-action"] !== undefined;
  response.writeHead(429, {
    ...bareHeaders(),
    // Next's client reads the text of exactly this type, without a charset, and throws it as an error: see `useFormAction`.
    "content-type": isAction ? "text/plain" : "text/html; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": String(Math.ceil(msBeforeNext / 1000)),
  });
  response.end(isAction ? tooManyRequests : page);
}

const page = `<!doctype html>
<html lang="${defaultLocale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<style>body { font: 1rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto; padding: 1rem }</style>
<title>${say(defaultLocale, "ui.tooManyRequests.title")}</title>
${locales.map((locale) => `<p lang="${locale}">${say(locale, "ui.tooManyRequests.lead")}</p>`).join("\n")}
`;
