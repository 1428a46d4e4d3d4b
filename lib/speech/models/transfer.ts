import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "@/lib/clock";
import { sizeOf } from "./directory";
import { DiskProblem, ModelProblem } from "./problem";

export type Transfer = {
  url: string;
  /** Where the bytes go; what is there already is continued. */
  part: string;
  /** Bytes the file must have; null when nobody knows. */
  size: number | null;
  atMost: number;
  /** Told the bytes so far. */
  onBytes: (bytes: number) => void;
};

/** How long a transfer bears with a server: failures in a row without a new byte, the first pause, silence. */
export const patience = { tries: 6, pauseMs: seconds(1), silenceMs: seconds(30) };

export type Patience = typeof patience;

class Interrupted extends Error {}
class WrongSize extends ModelProblem {}

/**
 * Brings a file here, continuing after each cut. Throws ModelProblem when this server will not do: it does not have
 * the file, has another size than the manifest says, or failed too often.
 */
export async function transfer(request: Transfer, { tries, pauseMs, silenceMs }: Patience = patience): Promise<void> {
  let best = (await sizeOf(request.part)) ?? 0;
  for (let failures = 0; ; ) {
    try {
      return await continueOnce(request, silenceMs);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      const reached = (await sizeOf(request.part)) ?? 0;
      failures = reached > best ? 1 : failures + 1;
      best = Math.max(best, reached);
      if (failures >= tries) throw new ModelProblem(`${request.url} broke off too often: ${error.message}.`, error);
      await sleep(pauseMs * 2 ** (failures - 1));
    }
  }
}

async function continueOnce(request: Transfer, silenceMs: number): Promise<void> {
  const have = (await sizeOf(request.part)) ?? 0;
  if (have > 0 && have === request.size) return;
  const silence = makeSilence(silenceMs);
  try {
    await receive(request, have, silence);
  } catch (error) {
    if (error instanceof WrongSize) await rm(request.part, { force: true });
    if (error instanceof ModelProblem || error instanceof Interrupted) throw error;
    // The disk's own trouble, which no server can mend; what goes wrong on the way comes wrapped by `fetch`.
    if ((error as NodeJS.ErrnoException).syscall) throw new DiskProblem(`${request.part}: ${describe(error)}.`, error);
    throw new Interrupted(describe(error), { cause: error });
  } finally {
    silence.end();
  }
}

async function receive(request: Transfer, have: number, silence: ReturnType<typeof makeSilence>): Promise<void> {
  const response = await open(request.url, have, silence.signal);
  const start = await checkStart(response, request, have);
  const length = response.headers.get("content-length");
  if (length !== null) requireSize(request, start + Number(length));
  let bytes = start;
  const count = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      silence.heard();
      bytes += chunk.length;
      if (bytes > request.atMost) requireSize(request, bytes);
      yield chunk;
      request.onBytes(bytes);
    }
  };
  const body = Readable.fromWeb(response.body as import("node:stream/web").ReadableStream);
  await pipeline(body, count, createWriteStream(request.part, { flags: start > 0 ? "a" : "w" }));
  requireSize(request, bytes);
}

async function open(url: string, have: number, signal: AbortSignal): Promise<Response> {
  const headers = { "accept-encoding": "identity", ...(have > 0 && { range: `bytes=${have}-` }) };
  const response = await fetch(url, { headers, signal });
  if (response.ok || response.status === 416) return response;
  await response.body?.cancel();
  const answered = `${url} answered ${response.status}`;
  if (response.status >= 500 || response.status === 408 || response.status === 429) throw new Interrupted(answered);
  throw new ModelProblem(`${answered}.`);
}

/** Where the answer's bytes begin: after what we have, or at 0 when the server knows no ranges. */
async function checkStart(response: Response, { url, part }: Transfer, have: number): Promise<number> {
  if (response.status === 200) return 0;
  const begins = /^bytes (\d+)-/.exec(response.headers.get("content-range") ?? "")?.[1];
  if (response.status === 206 && Number(begins) === have) return have;
  // What we have is not the beginning of what it has.
  await response.body?.cancel();
  await rm(part, { force: true });
  throw new Interrupted(`${url} could not continue after ${have} bytes`);
}

function requireSize({ url, size, atMost }: Transfer, bytes: number): void {
  if (size === null ? bytes <= atMost : bytes === size) return;
  throw new WrongSize(`${url} has ${bytes} bytes where the manifest says ${size ?? `at most ${atMost}`}.`);
}

/** Aborts once nothing was heard for so long. */
function makeSilence(silenceMs: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error("the server fell silent")), silenceMs);
  return { signal: controller.signal, heard: () => void timer.refresh(), end: () => clearTimeout(timer) };
}

function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
