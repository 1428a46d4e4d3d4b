import { spawnSync } from "node:child_process";
import { Agent, request } from "node:http";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type Figure, ms, percent, percentile, text200, throughput } from "@/lib/bench/measure";
import { startOurs } from "@/lib/bench/ours";

const seconds = 10;

/** The first of them, in which the gateway finds its bound, is left out. */
const findingMs = 1000;

const agent = new Agent({ keepAlive: true });

/** `at`: when it came, on the `performance.now()` clock. */
type Answer = { status: number; tookMs: number; at: number; mayRetry: boolean };

/**
 * Calls that arrive three times as fast as they can be done, whether or not those before them were answered. Client,
 * gateway, database and engine share the machine, so the load itself takes from what is measured.
 */
export default async function bench(): Promise<Figure[]> {
  const { url, key, close } = await startOurs();
  const pinned = pinApart();
  const body = Buffer.from(JSON.stringify({ text: text200, voiceId: "ngoc", modelId: "reader", audioFormat: "wav" }));
  const call = (since?: number) => send(url, key, body, since);
  try {
    await throughput(2500, 16, () => call());
    const atPeak: Answer[] = [];
    const peak = await throughput(3000, 16, async () => atPeak.push(await call()));
    const from = performance.now() + findingMs;
    const until = from - findingMs + seconds * 1000;
    const answers = (await arrive(peak * 3, until, call)).filter(({ at }) => at >= from);
    const done = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    const goodput = done.filter(({ at }) => at <= until).length / (seconds - findingMs / 1000);
    const [calm, late] = [atPeak, done].map((all) =>
      percentile(
        all.map(({ tookMs }) => tookMs),
        0.99,
      ),
    ) as [number, number];
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
      { what: `p99 of those, ${ms(calm)} at its peak`, value: ms(late), target: "≤ 2 times", met: late <= calm * 2 },
      { what: "refused with 503 and Retry-After", value: percent(clean), target: "100 %", met: clean === 1 },
      { what: "p50 of a refusal", value: ms(refusedIn), target: "≤ 20 ms", met: refusedIn <= 20 },
    ];
  } finally {
    agent.destroy();
    await close();
  }
}

/**
 * Puts this process on the machine's last core and all others of ours, database and engine included, on the rest: a
 * client that takes the processor from what it measures measures itself. False where that cannot be done.
 */
function pinApart(): boolean {
  const last = availableParallelism() - 1;
  const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: "utf8" });
  const others = run("pgrep", "-f", "postgres|lib/start/start.mjs|bench/upstream").stdout?.match(/\d+/g) ?? [];
  if (last < 1 || others.length === 0) return false;
  for (const pid of others) run("taskset", "-acp", `0-${last - 1}`, pid);
  return run("taskset", "-acp", String(last), String(process.pid)).status === 0;
}

/** An open loop: the next call comes when its time has come, and its waiting counts from then. */
async function arrive(rate: number, until: number, call: (since: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const start = performance.now();
  while (performance.now() < until) {
    const due = Math.floor(((performance.now() - start) / 1000) * rate);
    while (answers.length < due) answers.push(call(start + (answers.length / rate) * 1000));
    await sleep(2);
  }
  return Promise.all(answers);
}

function send(url: string, key: string, body: Buffer, since = performance.now()): Promise<Answer> {
  return new Promise((done) => {
    const end = (status: number, mayRetry: boolean) => {
      const at = performance.now();
      done({ status, mayRetry, at, tookMs: at - since });
    };
    const headers = { "x-api-key": key, "content-type": "application/json", "content-length": body.length };
    const call = request(`${url}/tts`, { agent, method: "POST", headers }, (response) => {
      const { statusCode: status = 0 } = response;
      const mayRetry = response.headers["retry-after"] !== undefined;
      response.resume().on("end", () => end(status, mayRetry));
    });
    // A connection that was cut is a refusal of the rudest kind.
    call.on("error", () => end(0, false)).end(body);
  });
}
