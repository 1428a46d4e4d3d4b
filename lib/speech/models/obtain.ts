import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { moveDurably } from "@/lib/files";
import { sizeOf } from "./directory";
import { hashFile } from "./hash";
import { largestSize, type ModelFile } from "./manifest";
import { DiskProblem, ModelProblem } from "./problem";
import { type Patience, transfer } from "./transfer";

export type Source = {
  /** A directory that holds `<id>/<path>`: nothing is then fetched. */
  from?: string;
  /** An address under which `<id>/<path>` lies, tried before the manifest's own. */
  mirror?: string;
  patience?: Patience;
};

export type Wanted = { id: string; home: string; file: ModelFile; sha256: string | undefined };

export type Obtained = { path: string; size: number; sha256: string };

/**
 * Puts one file in its place, whole and with the right hash, and says what it is. One that is there already is left;
 * a shorter one is continued. With no hash to hold it against it is taken as it comes, from the first address only.
 * Throws ModelProblem with every address's reason.
 */
export async function obtain(wanted: Wanted, source: Source, onBytes: (bytes: number) => void): Promise<Obtained> {
  const { home, file } = wanted;
  const target = join(home, file.path);
  const part = `${target}.part`;
  await mkdir(dirname(target), { recursive: true });
  const present = await findPresent(target, wanted);
  if (present) return present;
  const size = await sizeOf(target);
  if (size !== null) await rename(target, part);
  // Without a hash nothing would tell that the rest belongs to another version.
  if (wanted.sha256 === undefined) await rm(part, { force: true });

  const sha256 = source.from
    ? await copy(join(source.from, wanted.id, file.path), part, wanted)
    : await fetchFromAny(wanted, part, source, onBytes);
  await moveDurably(part, target);
  return { path: file.path, size: (await sizeOf(target)) ?? 0, sha256 };
}

async function findPresent(target: string, { file, sha256 }: Wanted): Promise<Obtained | null> {
  const size = await sizeOf(target);
  if (size === null || sha256 === undefined || (file.size !== null && file.size !== size)) return null;
  return (await hashFile(target)) === sha256 ? { path: file.path, size, sha256 } : null;
}

async function copy(from: string, part: string, { file, sha256 }: Wanted): Promise<string> {
  const size = await sizeOf(from);
  if (size === null) throw new ModelProblem(`${from} is not there.`);
  if (file.size === null ? size > largestSize(file) : size !== file.size)
    throw new ModelProblem(
      `${from} has ${size} bytes where the manifest says ${file.size ?? `at most ${file.atMost}`}.`,
    );
  await pipeline(createReadStream(from), createWriteStream(part));
  const seen = await hashFile(part);
  if (sha256 === undefined || seen === sha256) return seen;
  await rm(part);
  throw new ModelProblem(`${from} is not the file of the manifest: its SHA-256 is ${seen}, not ${sha256}.`);
}

async function fetchFromAny(wanted: Wanted, part: string, { mirror, patience }: Source, onBytes: (b: number) => void) {
  const reasons: string[] = [];
  for (const url of addressesOf(wanted, mirror)) {
    try {
      return await fetchVerified(url, wanted, part, patience, onBytes);
    } catch (error) {
      if (!(error instanceof ModelProblem) || error instanceof DiskProblem) throw error;
      reasons.push(error.message);
    }
  }
  throw new ModelProblem(`${wanted.id}/${wanted.file.path} could not be fetched.\n  ${reasons.join("\n  ")}`);
}

function addressesOf({ id, file, sha256 }: Wanted, mirror: string | undefined): string[] {
  const own = mirror === undefined ? [] : [`${mirror.replace(/\/$/, "")}/${id}/${file.path}`];
  return [...own, file.url, ...(sha256 === undefined ? [] : file.mirrors)];
}

async function fetchVerified(
  url: string,
  { file, sha256 }: Wanted,
  part: string,
  patience: Patience | undefined,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const request = { url, part, size: file.size, atMost: largestSize(file), onBytes };
  // What an earlier try left may be what is wrong, so a file that was continued gets a second chance from its start.
  for (let continued = (await sizeOf(part)) !== null; ; continued = false) {
    await transfer(request, patience);
    const seen = await hashFile(part);
    if (sha256 === undefined || seen === sha256) return seen;
    await rm(part);
    if (!continued) throw new ModelProblem(`${url} is another file: its SHA-256 is ${seen}, not ${sha256}.`);
  }
}
