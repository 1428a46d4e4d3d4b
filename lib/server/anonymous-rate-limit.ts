import "server-only";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "hono/utils/cookie";
import { decode } from "next-auth/jwt";
import pLimit from "p-limit";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { sessionCookie } from "@/lib/access/auth/cookie-name";
import { isSameOrigin } from "@/lib/access/auth/origin";
import { env } from "@/lib/platform/env";
import { networkOf } from "@/lib/platform/net/client-key";
import { bareHeaders, sendBarePage } from "./bare-page";

/** An open page also loads the pages it links to, so reading takes more requests than sending forms. */
const pagesPerForm = 10;

/** How many pages are rendered at once for clients without a session: more would keep the API waiting. */
const pagesAtOnce = 2;

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Per process and network (IPv4 /24, IPv6 /64), or per account, whose signed cookie may be of an ended session. */
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
      if (!(error instanceof RateLimiterRes)) throw error;
      const retryAfterSeconds = Math.ceil(error.msBeforeNext / 1000);
      return sendBarePage(request, response, { status: 429, page: "tooManyRequests", retryAfterSeconds });
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
