import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { nullIfMissing, writeDurably } from "@/lib/platform/objects/files/write";
import { modelSchema, type SpeechModel } from "./manifest";

/** Where models are stored. Reads only this setting, since the command line has no others. */
export const modelsDirectory = (): string =>
  process.env.MODELS_DIR ?? join(process.env.VANG_DATA ?? join(process.cwd(), ".data"), "models");

/** The address of a web server with `<model>/<file>` that is asked first, if the operator has one. */
export const modelsMirror = (): string | undefined => process.env.MODELS_MIRROR || undefined;

export const homeOf = (directory: string, id: string): string => join(directory, id);

const readySchema = z.strictObject({ schema: z.literal(1), readyAt: z.iso.datetime(), model: modelSchema });

/** A model that was verified and tried on this machine. `model.files` has all sizes and hashes. */
export type InstalledModel = { model: SpeechModel; home: string };

const marker = (home: string) => join(home, ".ready.json");

/** Written whenever a model becomes ready or stops being ready; servers watch only this file. */
export const changesFile = (directory: string): string => join(directory, ".changed");

const announce = (home: string) => writeFile(changesFile(dirname(home)), `${clock.now().toISOString()}\n`);

/** From then on servers offer the model. */
export async function markReady(home: string, model: SpeechModel): Promise<void> {
  const ready = { schema: 1, readyAt: clock.now().toISOString(), model };
  await writeDurably(marker(home), Buffer.from(`${JSON.stringify(ready, null, 2)}\n`));
  await announce(home);
}

/** From then on servers do not offer the model. */
export async function unmarkReady(home: string): Promise<void> {
  await rm(marker(home), { force: true });
  await announce(home);
}

/** The model with this id if it is ready and all its files have the right size, else null. */
export async function findInstalled(directory: string, id: string): Promise<InstalledModel | null> {
  const home = homeOf(directory, id);
  const ready = await readFile(marker(home), "utf8")
    .then(JSON.parse)
    .catch(() => null);
  const { data } = readySchema.safeParse(ready);
  if (!data) return null;
  const sizes = await Promise.all(data.model.files.map(({ path }) => sizeOf(join(home, path))));
  return data.model.files.every(({ size }, index) => sizes[index] === size) ? { model: data.model, home } : null;
}

/** All ready models, ordered by id. */
export async function listInstalled(directory: string): Promise<InstalledModel[]> {
  const names = (await readdir(directory).catch(nullIfMissing)) ?? [];
  const found = await Promise.all(names.sort().map((name) => findInstalled(directory, name)));
  return found.filter((installed) => installed !== null);
}

/** The size of a file in bytes, or null when it does not exist. */
export async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(nullIfMissing);
  return found?.isFile() ? found.size : null;
}
