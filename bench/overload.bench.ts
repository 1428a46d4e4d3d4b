import { encode } from "next-auth/jwt";
import { type Answer, arrive, closeConnections, p99, send } from "@/bench/support/arrive";
import { type Figure, median, ms, percent, percentile, text200, throughput } from "@/bench/support/measure";
import { callOf, startOurs } from "@/bench/support/ours";
import { pinApart } from "@/bench/support/pin";
import { sessionCookie } from "@/lib/access/auth/cookie-name";
import { makeMember } from "@/prisma/factories";

const seconds = 10;

/** Console requests per second in the meantime. */
const pages = 2;

/** Left out of the figures, while the queue fills up. */
const fillingMs = 1000;

/**
 * Calls that arrive three times as fast as they can be processed, without waiting for earlier responses. Client,
 * gateway, database and engine share the machine, so the load itself reduces what is measured.
 */
export default async function bench(): Promise<Figure[]> {
  const { url, key, close } = await startOurs();
  const pinned = pinApart();
  const call = callOf({ url, key }, text200);
  const { businessSlug, ...person } = await makeMember();
  const cookie = await cookieOf(person);
  const ask = (path: string) => (since: number) => send(url + path, { cookie }, undefined, since);
  const history = ask(`/console/${businessSlug}/history`);
  const balance = ask(`/api/console/${businessSlug}/balance`);
  const work = () => Promise.all([arrive(pages, seconds, history), arrive(pages, seconds, balance)]);
  try {
    await work();
    await throughput(2500, 16, () => call());
    const atPeak: Answer[] = [];
    const peak = await throughput(3000, 16, async () => atPeak.push(await call()));
    const from = performance.now() + fillingMs;
    const until = from - fillingMs + seconds * 1000;
    const answers = (await arrive(peak * 3, seconds, call)).filter(({ at }) => at >= from);
    const [worked] = await Promise.all([work(), throughput(peak * seconds, 16, () => call())]);
    const [workedOn] = await Promise.all([work(), arrive(peak * 3, seconds, call)]);
    const done = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    const goodput = done.filter(({ at }) => at <= until).length / (seconds - fillingMs / 1000);
    const [calm, late] = [p99(atPeak), p99(done)];
    const refusedIn = percentile(
      refused.map(({ tookMs }) => tookMs),
      0.5,
    );
    const clean = refused.filter(({ status, mayRetry }) => status === 503 && mayRetry).length / (refused.length || 1);
    return [
      { what: "client on a core of its own", value: pinned ? "yes" : "no" },
      { what: "calls a second at its peak, 16 at once", value: peak.toFixed(0) },
      {
        what: `done a second of ${(peak * 3).toFixed(0)}`,
        value: percent(goodput / peak),
        target: "≥ 90 % of the peak",
        met: goodput >= peak * 0.9,
      },
      { what: `p99 of those, ${ms(calm)} at its peak`, value: ms(late) },
      { what: "refused with 503 and Retry-After", value: percent(clean), target: "100 %", met: clean === 1 },
      ...["history page", "balance"].map((what, at) => makeFigures(what, worked[at] ?? [], workedOn[at] ?? [])),
      { what: "p50 of a refusal", value: ms(refusedIn), target: "≤ 20 ms", met: refusedIn <= 20 },
    ];
  } finally {
    closeConnections();
    await close();
  }
}

/** How long the console takes while calls come at their peak rate and beyond it. */
function makeFigures(what: string, atPeak: Answer[], beyond: Answer[]): Figure {
  const took = (answers: Answer[]) => median(answers.map(({ tookMs }) => tookMs));
  const served = beyond.every(({ status }) => status === 200);
  const [calm, late] = [took(atPeak), took(beyond)];
  return {
    what: `p50 of a ${what}, ${ms(calm)} at that peak`,
    value: served ? ms(late) : "refused",
    target: "≤ 2 times",
    met: served && late <= calm * 2,
  };
}

/** The cookie of a signed-in person. */
async function cookieOf({ sessionId, userId }: { sessionId: string; userId: string }): Promise<string> {
  const token = { sid: sessionId, uid: userId };
  const value = await encode({ token, secret: process.env.NEXTAUTH_SECRET ?? "" });
  return `${sessionCookie(false)}=${value}`;
}
