import "server-only";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { newToken } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

/**
 * Writes bytes to a file as they come, and deletes it once the work on it has ended. One that a process leaves when it dies is
 * deleted with unfinished uploads.
 */
export async function withFile<Result>(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const directory = join(env.VANG_DATA, "uploads");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, newToken());
  try {
    await pipeline(bytes, createWriteStream(path, { flags: "wx", mode: 0o600 }), { signal });
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}
