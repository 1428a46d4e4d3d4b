import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, type Dispatcher, fetch } from "undici";
import { seconds } from "@/lib/platform/clock";
import { OperatorError } from "@/lib/platform/errors";
import { moveDurably } from "@/lib/platform/objects/files/write";
import { sizeOf } from "./installed";
import { largestSize, type ModelFile } from "./manifest";

/** Consecutive failures without new bytes, the first pause after one, and how long a server may stay silent. */
export const retryPolicy = { tries: 6, pauseMs: seconds(1), silenceMs: seconds(30) };

export type Source = {
  /** A directory with `<id>/<path>`, used instead of downloading. */
  from?: string;
  /** A URL with `<id>/<path>` below it, tried before the manifest's own URLs. */
  mirror?: string;
  retryPolicy?: typeof retryPolicy;
};

type Wanted = { id: string; home: string; file: ModelFile };
type OnBytes = (bytes: number) => void;

/** Resumes an earlier download, verifies the hash, and returns the entry with size and hash. Throws OperatorError. */
export async function obtain({ id, home, file }: Wanted, source: Source, onBytes: OnBytes): Promise<ModelFile> {
  const target = join(home, file.path);
  const part = `${target}.part`;
  if (file.sha256 !== null && (await sizeOf(target)) !== null && (await hashFile(target)) === file.sha256)
    return { ...file, size: await sizeOf(target) };
  await mkdir(dirname(target), { recursive: true });
  // Without a hash, a partial file of another version could not be detected.
  if (file.sha256 === null) await rm(part, { force: true });

  const reasons: string[] = [];
  const sources = source.from ? [join(source.from, id, file.path)] : urlsOf(id, file, source.mirror);
  for (const from of sources) {
    let isWhole = true;
    try {
      if (source.from) {
        if ((await sizeOf(from)) === null) throw new OperatorError(`${from} is not there.`);
        await copyFile(from, part);
      } else isWhole = await download(from, part, file, source.retryPolicy ?? retryPolicy, onBytes);
      const checked = await check(from, part, file);
      await moveDurably(part, target);
      return checked;
    } catch (error) {
      if (isOfDisk(error)) throw new OperatorError(`${part}: ${error.message}.`, { cause: error });
      if (!(error instanceof OperatorError)) throw error;
      reasons.push(error.message);
      // The resumed part may be corrupt: try once more from the start.
      if (!isWhole && sources.indexOf(from) === sources.lastIndexOf(from)) sources.push(from);
    }
  }
  throw new OperatorError(`${id}/${file.path} could not be installed.\n  ${reasons.join("\n  ")}`);
}

/** A file without a known hash is downloaded only from its publisher or the operator's mirror. */
function urlsOf(id: string, file: ModelFile, mirror: string | undefined): string[] {
  const own = mirror === undefined ? [] : [`${mirror.replace(/\/$/, "")}/${id}/${file.path}`];
  return [...own, file.url, ...(file.sha256 === null ? [] : file.mirrors)];
}

/** Returns whether the whole file came in one response. */
async function download(
  url: string,
  part: string,
  file: ModelFile,
  { tries, pauseMs, silenceMs }: typeof retryPolicy,
  onBytes: OnBytes,
): Promise<boolean> {
  const agent = new Agent({ headersTimeout: silenceMs, bodyTimeout: silenceMs });
  try {
    for (let failures = 0; ; ) {
      const have = (await sizeOf(part)) ?? 0;
      if (have > 0 && have === file.size) return false;
      try {
        await receive(url, part, have, largestSize(file), agent, onBytes);
        return have === 0;
      } catch (error) {
        if (error instanceof OperatorError || isOfDisk(error)) throw error;
        failures = ((await sizeOf(part)) ?? 0) > have ? 1 : failures + 1;
        const { message, cause } = error as Error & { cause?: Error };
        if (failures >= tries) throw new OperatorError(`${url} failed too often: ${cause?.message ?? message}.`);
        await sleep(pauseMs * 2 ** (failures - 1));
      }
    }
  } finally {
    await agent.destroy();
  }
}

async function receive(
  url: string,
  part: string,
  have: number,
  most: number,
  dispatcher: Dispatcher,
  onBytes: OnBytes,
): Promise<void> {
  const headers = { "accept-encoding": "identity", ...(have > 0 && { range: `bytes=${have}-` }) };
  const { ok, status, body, headers: received } = await fetch(url, { headers, dispatcher });
  if (status === 206 && !received.get("content-range")?.startsWith(`bytes ${have}-`)) {
    await rm(part, { force: true });
    throw new Error("it sent another range than was asked for");
  }
  if (status === 416) await rm(part);
  if (status === 416 || status === 408 || status === 429 || status >= 500) throw new Error(`it responded ${status}`);
  if (!ok || !body) throw new OperatorError(`${url} responded ${status}.`);
  let bytes = status === 206 ? have : 0;
  const upToMost = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      onBytes(bytes);
      yield chunk;
      if (bytes > most) return;
    }
  };
  await pipeline(body, upToMost, createWriteStream(part, { flags: bytes > 0 ? "a" : "w" }));
}

/** Deletes a file that does not match the manifest and throws OperatorError. */
async function check(from: string, part: string, file: ModelFile): Promise<ModelFile> {
  const [size, sha256] = [(await sizeOf(part)) ?? 0, await hashFile(part)];
  const isWanted = size <= largestSize(file) && (file.size ?? size) === size && (file.sha256 ?? sha256) === sha256;
  if (isWanted) return { ...file, size, sha256 };
  await rm(part);
  throw new OperatorError(`${from} is not the file of the manifest: it has ${size} bytes and the SHA-256 ${sha256}.`);
}

/** The SHA-256 of a file in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Network errors instead come as the cause of another error. */
const isOfDisk = (error: unknown): error is Error => Boolean((error as NodeJS.ErrnoException).syscall);
