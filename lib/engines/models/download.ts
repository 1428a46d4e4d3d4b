import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, type Dispatcher, fetch } from "undici";
import { seconds } from "@/lib/platform/clock";
import { OperatorError } from "@/lib/platform/errors";
import { moveDurably, nullIfMissing } from "@/lib/platform/objects/files/write";
import { sizeOf } from "./installed";
import { largestSize, type ModelFile } from "./manifest";

/** Consecutive failures without new bytes, the first pause after one, and how long a server may stay silent. */
export const retryPolicy = { tries: 6, pauseMs: seconds(1), silenceMs: seconds(30) };

/**
 * Why a model was not installed. `network`: its servers could not be reached; `server`: one responded with an error;
 * `file`: what arrived is not the file of the manifest; `disk`: it is full or cannot be written; `run`: the model does
 * not run; `engine`: the package that runs it is missing; `rights`: its license was not accepted.
 */
export type InstallProblem = "network" | "server" | "file" | "disk" | "run" | "engine" | "rights";

export class InstallError extends OperatorError {
  constructor(
    readonly problem: InstallProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export type Source = {
  /** A directory with `<id>/<path>`, used instead of downloading. */
  from?: string;
  /** A URL with `<id>/<path>` below it, tried before the manifest's own URLs. */
  mirror?: string;
  retryPolicy?: typeof retryPolicy;
  /** Ends the download; what arrived stays, so that the next one continues. */
  signal?: AbortSignal;
};

type Wanted = { id: string; home: string; file: ModelFile };
type OnBytes = (bytes: number) => void;

/** Resumes an earlier download, verifies the hash, and returns the entry with size and hash. Throws InstallError. */
export async function obtain({ id, home, file }: Wanted, source: Source, onBytes: OnBytes): Promise<ModelFile> {
  const target = join(home, file.path);
  const part = `${target}.part`;
  if (file.sha256 !== null && (await sizeOf(target)) !== null && (await hashFile(target)) === file.sha256)
    return { ...file, size: await sizeOf(target) };
  await mkdir(dirname(target), { recursive: true });

  const failures: InstallError[] = [];
  const sources = source.from ? [join(source.from, id, file.path)] : urlsOf(id, file, source.mirror);
  for (const from of sources) {
    let isWhole = true;
    try {
      if (source.from) {
        if ((await sizeOf(from)) === null) throw new InstallError("file", `${from} is not there.`);
        await copyFile(from, part);
      } else {
        if (file.sha256 === null && (await findValidator(part, from)) === undefined) await rm(part, { force: true });
        isWhole = await download(from, part, file, source, onBytes);
      }
      const checked = await check(from, part, file);
      await moveDurably(part, target);
      await rm(validatorFile(part), { force: true });
      return checked;
    } catch (error) {
      source.signal?.throwIfAborted();
      if (isOfDisk(error)) throw new InstallError("disk", `${part}: ${error.message}.`, { cause: error });
      if (!(error instanceof InstallError)) throw error;
      failures.push(error);
      // The resumed part may be corrupt: try once more from the start.
      if (!isWhole && sources.indexOf(from) === sources.lastIndexOf(from)) sources.push(from);
    }
  }
  const problem = problems.find((one) => failures.some((failure) => failure.problem === one)) ?? "network";
  const reasons = failures.map(({ message }) => message).join("\n  ");
  throw new InstallError(problem, `${id}/${file.path} could not be installed.\n  ${reasons}`);
}

/** The most specific first, for a file that failed in several ways. */
const problems = ["file", "server", "network"] as const;

/**
 * Beside a part: from where it came, and the ETag that it had there. With it a later request continues the same version
 * or gets the new one whole, which nothing else could show for a file without a known hash.
 */
const validatorFile = (part: string) => `${part}.etag`;

async function findValidator(part: string, url: string): Promise<string | undefined> {
  const [from, etag] = (await readFile(validatorFile(part), "utf8").catch(nullIfMissing))?.split("\n") ?? [];
  return from === url ? etag : undefined;
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
  source: Source,
  onBytes: OnBytes,
): Promise<boolean> {
  const { retryPolicy: policy = retryPolicy, signal } = source;
  const agent = new Agent({ headersTimeout: policy.silenceMs, bodyTimeout: policy.silenceMs });
  try {
    for (let failures = 0; ; ) {
      const have = (await sizeOf(part)) ?? 0;
      if (have > 0 && have === file.size) return false;
      try {
        await receive(url, part, { have, most: largestSize(file), signal }, agent, onBytes);
        return have === 0;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof InstallError || isOfDisk(error)) throw error;
        failures = ((await sizeOf(part)) ?? 0) > have ? 1 : failures + 1;
        const { message, cause } = error as Error & { cause?: Error };
        const problem = error instanceof ServerError ? "server" : "network";
        if (failures >= policy.tries)
          throw new InstallError(problem, `${url} failed too often: ${cause?.message ?? message}.`);
        await sleep(policy.pauseMs * 2 ** (failures - 1), undefined, { signal });
      }
    }
  } finally {
    await agent.destroy();
  }
}

/** A response that another try may improve. */
class ServerError extends Error {}

type Part = { have: number; most: number; signal: AbortSignal | undefined };

async function receive(
  url: string,
  part: string,
  { have, most, signal }: Part,
  dispatcher: Dispatcher,
  onBytes: OnBytes,
): Promise<void> {
  const validator = have > 0 ? await findValidator(part, url) : undefined;
  const headers = {
    "accept-encoding": "identity",
    ...(have > 0 && { range: `bytes=${have}-` }),
    ...(validator && { "if-range": validator }),
  };
  const { ok, status, body, headers: received } = await fetch(url, { headers, dispatcher, ...(signal && { signal }) });
  if (status === 206 && !received.get("content-range")?.startsWith(`bytes ${have}-`)) {
    await rm(part, { force: true });
    throw new ServerError("it sent another range than was asked for");
  }
  if (status === 416) await rm(part);
  if (status === 416 || status === 408 || status === 429 || status >= 500)
    throw new ServerError(`it responded ${status}`);
  if (!ok || !body) throw new InstallError("server", `${url} responded ${status}.`);
  let bytes = status === 206 ? have : 0;
  if (bytes === 0) await keepValidator(part, url, received.get("etag"));
  const upToMost = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      onBytes(bytes);
      yield chunk;
      if (bytes > most) return;
    }
  };
  await pipeline(body, upToMost, createWriteStream(part, { flags: bytes > 0 ? "a" : "w" }), { signal });
}

/** Weak ETags say nothing about bytes. */
async function keepValidator(part: string, url: string, etag: string | null): Promise<void> {
  const isStrong = etag !== null && /^"[\x21\x23-\x7e]{1,200}"$/.test(etag);
  if (isStrong) await writeFile(validatorFile(part), `${url}\n${etag}\n`);
  else await rm(validatorFile(part), { force: true });
}

/** Deletes a file that does not match the manifest and throws InstallError. */
async function check(from: string, part: string, file: ModelFile): Promise<ModelFile> {
  const [size, sha256] = [(await sizeOf(part)) ?? 0, await hashFile(part)];
  const isWanted = size <= largestSize(file) && (file.size ?? size) === size && (file.sha256 ?? sha256) === sha256;
  if (isWanted) return { ...file, size, sha256 };
  await rm(part);
  await rm(validatorFile(part), { force: true });
  const found = `it has ${size} bytes and the SHA-256 ${sha256}`;
  throw new InstallError("file", `${from} is not the file of the manifest: ${found}.`);
}

/** The SHA-256 of a file in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Network errors instead come as the cause of another error. */
const isOfDisk = (error: unknown): error is Error => Boolean((error as NodeJS.ErrnoException).syscall);
