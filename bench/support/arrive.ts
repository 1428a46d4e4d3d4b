import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "./measure";

/** `at`: when it arrived, by `performance.now()`; status 0 is a connection that was cut. */
export type Answer = { status: number; tookMs: number; at: number; mayRetry: boolean };

const agent = new Agent({ keepAlive: true });

/** An open loop: calls start on schedule, and waiting time counts from the scheduled time. */
export async function arrive(
  rate: number,
  seconds: number,
  call: (since: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const start = performance.now();
  while (performance.now() < start + seconds * 1000) {
    const due = Math.floor(((performance.now() - start) / 1000) * rate);
    while (answers.length < due) answers.push(call(start + ((answers.length + 1) / rate) * 1000));
    await sleep(2);
  }
  return Promise.all(answers);
}

/** POSTs `body`, or GETs without one, and reads the whole response; the duration counts from `since`. */
export function send(
  url: string,
  headers: Record<string, string>,
  body: string | Buffer | undefined,
  since = performance.now(),
): Promise<Answer> {
  return new Promise((done) => {
    const end = (status: number, mayRetry: boolean) => {
      const at = performance.now();
      done({ status, mayRetry, at, tookMs: at - since });
    };
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const method = body === undefined ? "GET" : "POST";
    const ask = request(url, { agent, method, headers: { ...headers, ...length } }, (answer) => {
      const { statusCode: status = 0 } = answer;
      const mayRetry = answer.headers["retry-after"] !== undefined;
      answer.resume().on("end", () => end(status, mayRetry));
    });
    ask.on("error", () => end(0, false)).end(body);
  });
}

/** The 99th percentile of the durations, in milliseconds. */
export const p99 = (answers: readonly Answer[]): number =>
  percentile(
    answers.map(({ tookMs }) => tookMs),
    0.99,
  );

export const closeConnections = (): void => agent.destroy();
