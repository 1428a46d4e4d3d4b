import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { clock } from "@/lib/clock";
import { nullIfMissing, writeDurably } from "@/lib/files";
import { homeOf, sizeOf } from "./directory";
import { modelSchema, type SpeechModel } from "./manifest";

const readySchema = z.strictObject({ schema: z.literal(1), readyAt: z.iso.datetime(), model: modelSchema });

/** A model that has been verified and has run once on this machine. `model.files` has every size and hash. */
export type InstalledModel = { model: SpeechModel; home: string };

const marker = (home: string) => join(home, ".ready.json");

/** A file that is written whenever a model becomes ready or is no longer: servers need to look at nothing else. */
export const changesFile = (directory: string): string => join(directory, ".changed");

/** From here on servers offer the model. */
export async function markReady(home: string, model: SpeechModel): Promise<void> {
  const ready = { schema: 1, readyAt: clock.now().toISOString(), model };
  await writeDurably(marker(home), Buffer.from(`${JSON.stringify(ready, null, 2)}\n`));
  await announce(home);
}

/** From here on servers do not offer the model. */
export async function unmarkReady(home: string): Promise<void> {
  await rm(marker(home), { force: true });
  await announce(home);
}

const announce = (home: string) => writeFile(changesFile(dirname(home)), `${clock.now().toISOString()}\n`);

/** The model that is ready under this id and has all its files in their sizes, or null. */
export async function findInstalled(directory: string, id: string): Promise<InstalledModel | null> {
  const home = homeOf(directory, id);
  const text = await readFile(marker(home), "utf8").catch(nullIfMissing);
  if (text === null) return null;
  const parsed = readySchema.safeParse(readJson(text));
  if (!parsed.success) return null;
  const { model } = parsed.data;
  const sizes = await Promise.all(model.files.map(({ path }) => sizeOf(join(home, path))));
  return model.files.every(({ size }, index) => sizes[index] === size) ? { model, home } : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every model that is ready, in the order of their ids. */
export async function listInstalled(directory: string): Promise<InstalledModel[]> {
  const entries = (await readdir(directory, { withFileTypes: true }).catch(nullIfMissing)) ?? [];
  const ids = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map(({ name }) => name);
  const found = await Promise.all(ids.sort().map((id) => findInstalled(directory, id)));
  return found.filter((installed) => installed !== null);
}
