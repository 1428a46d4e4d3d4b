import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { nullIfMissing, writeDurably } from "@/lib/files";
import type { SpeechModel } from "./manifest";

const trustSchema = z.record(z.string(), z.strictObject({ sha256: z.string(), size: z.int() }));

/** What was seen of each file, by path, when this machine first trusted its download. */
export type Trust = z.infer<typeof trustSchema>;

const fileOf = (directory: string, id: string) => join(directory, ".trust", `${id}.json`);

/** The hashes this machine trusts beyond the manifest's. They outlive the model, so that it cannot come back changed. */
export async function readTrust(directory: string, id: string): Promise<Trust> {
  const text = await readFile(fileOf(directory, id), "utf8").catch(nullIfMissing);
  return text === null ? {} : trustSchema.parse(JSON.parse(text));
}

export async function writeTrust(directory: string, id: string, trust: Trust): Promise<void> {
  const file = fileOf(directory, id);
  await mkdir(dirname(file), { recursive: true });
  await writeDurably(file, Buffer.from(`${JSON.stringify(trust, null, 2)}\n`));
}

/** Whether every hash is known, from the manifest or from before. */
export const isKnown = ({ files }: SpeechModel, trust: Trust): boolean =>
  files.every(({ path, sha256 }) => (sha256 ?? trust[path]?.sha256) !== undefined);
