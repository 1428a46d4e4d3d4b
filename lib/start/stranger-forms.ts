import "server-only";
import type { IncomingMessage, RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { decode } from "next-auth/jwt";
import { sessionCookie } from "@/lib/auth/cookie-name";
import { isSameOrigin } from "@/lib/auth/origin";
import { seconds } from "@/lib/clock";
import { env } from "@/lib/env";
import { networkOf } from "@/lib/limits/place";
import { openPace } from "./form-pace";
import { bareHeaders, turnAway } from "./turn-away";

/** Longer than this a form does not wait for its turn. */
const patienceMs = seconds(2);

/** How many networks' worth of forms are taken from everywhere. */
const networksAtOnce = 5;

/**
 * In front of the console: lets forms of people who are not signed in (signing in and up, lost passwords, second
 * factors, and whatever else is sent) through at a pace, first that of their network, then that of all networks
 * together; what comes too fast waits a little or is turned away at once. Each costs Next some 10 ms of the processor
 * that the API's calls need too, and no sooner than there can anybody tell whether it is a flood. A flood from one
 * network uses up that network's pace, a fifth of all; the others' forms go on. Counted by each process for itself.
 */
export function paceStrangers(next: RequestListener, perMinute: number): RequestListener {
  const ofNetworks = openPace({ perMinute, burst: 10, patienceMs });
  // One after the other, so that a call of the API waits for one of them at most.
  const ofAll = openPace({ perMinute: perMinute * networksAtOnce, burst: 1, patienceMs });
  return async (request, response) => {
    if (isReading(request) || (await isSignedIn(request))) return next(request, response);
    // No page of another site may use up its readers' pace. `proxy.ts` would refuse them with the same words: none.
    if (!isOurs(request)) return response.writeHead(403, bareHeaders()).end();
    const network = networkOf(String(request.headers["x-forwarded-for"]));
    for (const [pace, by, status] of [
      [ofNetworks, network, 429],
      [ofAll, "", 503],
    ] as const) {
      const waitMs = pace.take(by);
      if (waitMs > patienceMs) return turnAway(request, response, { status, waitMs });
      if (waitMs > 0) await sleep(waitMs);
      if (response.destroyed) return;
    }
    return next(request, response);
  };
}

const isReading = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

function isOurs({ headers }: IncomingMessage): boolean {
  const told = ["origin", "sec-fetch-site", "host"].map((name): [string, string] => [
    name,
    String(headers[name] ?? ""),
  ]);
  return isSameOrigin(new Headers(told));
}

/** Whether we made this browser's cookie. Its session may have ended since: that is for whom it is shown to to see. */
async function isSignedIn({ headers }: IncomingMessage): Promise<boolean> {
  const start = `${sessionCookie(env.secure)}=`;
  const cookie = headers.cookie?.split("; ").find((one) => one.startsWith(start));
  if (!cookie) return false;
  const token = await decode({ token: cookie.slice(start.length), secret: env.NEXTAUTH_SECRET }).catch(() => null);
  return typeof token?.sid === "string";
}
