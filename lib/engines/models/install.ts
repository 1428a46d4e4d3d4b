import { mkdir, readFile, rm, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { nullIfMissing, writeDurably } from "@/lib/platform/objects/files/write";
import { lock } from "@/scripts/lock.mjs";
import { hashFile, InstallError, obtain, type Source } from "./download";
import { findInstalled, homeOf, type InstalledModel, markReady, sizeOf, unmarkReady } from "./installed";
import { largestSize, type ModelFile, type SpeechModel, textIn } from "./manifest";

export type Progress =
  | { event: "waiting" | "fetching" | "trying" | "ready" | "present"; model: string }
  | { event: "progress"; model: string; bytes: number; total: number };

export type InstallOptions = Source & {
  directory: string;
  /** SPDX names of the accepted licenses. */
  accepted: readonly string[];
  /** Accepts files without a known hash, and records their hashes. */
  trustFirst: boolean;
  report: (progress: Progress) => void;
  /** Runs the model once before it counts as ready. */
  tryOut: (model: SpeechModel, home: string) => Promise<void>;
};

/** Resumes earlier attempts; a ready model needs no request. One process at a time per model. Throws InstallError. */
export async function install(wanted: SpeechModel, options: InstallOptions): Promise<void> {
  const { directory, accepted, trustFirst, report, tryOut } = options;
  const { id, license } = wanted;
  const home = homeOf(directory, id);
  if (license.acceptRequired && !accepted.includes(license.spdx))
    throw new InstallError(
      "rights",
      `${id} is under ${license.spdx} (${license.url}). ${textIn(license.note ?? "", "en")} To install it all the same: --accept-license ${license.spdx}`,
    );
  const onWait = () => report({ event: "waiting", model: id });
  await withLock(directory, id, onWait, async () => {
    options.signal?.throwIfAborted();
    const model = await withTrusted(wanted, directory);
    if (isSame(model, await findInstalled(directory, id))) return report({ event: "present", model: id });
    if (!trustFirst && !isKnown(model))
      throw new InstallError(
        "rights",
        `Nobody has verified the files of ${id} yet: the manifest has no SHA-256 for them. To take them as they come and have this machine remember them: --trust-first-download`,
      );
    await mkdir(home, { recursive: true });
    await unmarkReady(home);
    await requireRoom(model, home);
    report({ event: "fetching", model: id });
    const files = await obtainAll(model, home, options);
    if (model.espeakData) await writeEspeakData(join(home, model.espeakData));
    report({ event: "trying", model: id });
    await tryOut(model, home);
    const hashes = Object.fromEntries(files.map(({ path, size, sha256 }) => [path, { sha256, size }]));
    await writeDurably(trustFile(directory, id), Buffer.from(`${JSON.stringify(hashes, null, 2)}\n`));
    await markReady(home, { ...model, files });
    report({ event: "ready", model: id });
  });
}

/** Throws InstallError when what is still to be downloaded does not fit on the disk. */
async function requireRoom(model: SpeechModel, home: string): Promise<void> {
  const missing = await Promise.all(
    model.files.map(async (file) => {
      const have = (await sizeOf(join(home, file.path))) ?? (await sizeOf(join(home, `${file.path}.part`))) ?? 0;
      return Math.max(0, (file.size ?? 0) - have);
    }),
  );
  const bytes = missing.reduce((sum, each) => sum + each, 0);
  const { bavail, bsize } = await statfs(home);
  if (bytes > bavail * bsize)
    throw new InstallError("disk", `${home}: ${bytes} bytes are to come, and ${bavail * bsize} are free.`);
}

async function obtainAll(model: SpeechModel, home: string, options: InstallOptions): Promise<ModelFile[]> {
  const total = model.files.reduce((sum, file) => sum + largestSize(file), 0);
  const files: ModelFile[] = [];
  let before = 0;
  for (const file of model.files) {
    const onBytes = (bytes: number) =>
      options.report({ event: "progress", model: model.id, bytes: before + bytes, total });
    files.push(await obtain({ id: model.id, home, file }, options, onBytes));
    before += files.at(-1)?.size ?? 0;
  }
  return files;
}

/** Whether the installed files match the manifest. */
function isSame(model: SpeechModel, installed: InstalledModel | null): boolean {
  const here = new Map(installed?.model.files.map(({ path, sha256 }) => [path, sha256]));
  return model.files.every(({ path, sha256 }) => here.has(path) && (sha256 ?? here.get(path)) === here.get(path));
}

/** Waits while another process works on the same model. */
async function withLock<Result>(directory: string, id: string, onWait: () => void, work: () => Promise<Result>) {
  const file = join(directory, ".locks", id);
  await mkdir(dirname(file), { recursive: true });
  const unlock = await lock(file, onWait);
  return work().finally(unlock);
}

/** Deletes damaged files, returns their paths and marks the model as not ready; installing it fetches only those. */
export async function verify({ model, home }: InstalledModel, onWait: () => void): Promise<string[]> {
  return withLock(dirname(home), model.id, onWait, async () => {
    const damaged: string[] = [];
    for (const { path, sha256 } of model.files) {
      const file = join(home, path);
      if ((await sizeOf(file)) === null || (await hashFile(file)) !== sha256) damaged.push(path);
    }
    if (damaged.length > 0) await unmarkReady(home);
    await Promise.all(damaged.map((path) => rm(join(home, path), { force: true })));
    return damaged;
  });
}

/** Deletes a model's files. A running server soon stops offering it; running calls use what is already loaded. */
export async function remove(directory: string, id: string, onWait: () => void): Promise<void> {
  await withLock(directory, id, onWait, async () => {
    await unmarkReady(homeOf(directory, id));
    await rm(homeOf(directory, id), { recursive: true, force: true });
  });
}

const trustSchema = z.record(z.string(), z.strictObject({ sha256: z.string(), size: z.int() }));

const trustFile = (directory: string, id: string) => join(directory, ".trust", `${id}.json`);

/** Hashes seen on this machine, by path; kept when the model is removed, so that it cannot come back changed. */
export async function readTrust(directory: string, id: string): Promise<z.infer<typeof trustSchema>> {
  const text = await readFile(trustFile(directory, id), "utf8").catch(nullIfMissing);
  return text === null ? {} : trustSchema.parse(JSON.parse(text));
}

/** The model with hashes seen on this machine where the manifest has none. */
export async function withTrusted(model: SpeechModel, directory: string): Promise<SpeechModel> {
  const trust = await readTrust(directory, model.id);
  return {
    ...model,
    files: model.files.map((file) => ({ ...file, sha256: file.sha256 ?? trust[file.path]?.sha256 ?? null })),
  };
}

export const isKnown = ({ files }: SpeechModel): boolean => files.every(({ sha256 }) => sha256 !== null);

const root = "/usr/share/espeak-ng-data";

/** The data for Vietnamese, and for English words in Vietnamese texts: 1.3 MB of 24. */
const needed = /^\/(phondata|phonindex|phontab|intonations|vi_dict|en_dict|lang\/aav\/vi.*|lang\/gmw\/en.*)$/;

/** Writes the pronunciation data of our eSpeak NG package to a directory for Piper voices. */
export async function writeEspeakData(directory: string): Promise<void> {
  const { default: create } = await import("@echogarden/espeak-ng-emscripten");
  const { FS } = await create({});
  const list = (path: string): string[] =>
    FS.readdir(root + path)
      .filter((name) => !name.startsWith("."))
      .flatMap((name) => {
        const child = `${path}/${name}`;
        return FS.isDir(FS.lookupPath(root + child).node.mode) ? list(child) : [child];
      });
  for (const path of list("").filter((name) => needed.test(name))) {
    const file = join(directory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, FS.lookupPath(root + path).node.contents);
  }
}
