import { stat } from "node:fs/promises";
import { nullIfMissing } from "@/lib/files";
import { homeOf } from "./directory";
import { findInstalled } from "./installed";
import { largestSize, type Manifest, type SpeechModel } from "./manifest";
import { isKnown, readTrust } from "./trust";

/** Every model of the manifest with its size, its licence and how it stands on this machine: one line each. */
export async function describeModels({ models, bundles }: Manifest, directory: string): Promise<string> {
  const lines = await Promise.all(models.map((model) => describe(model, directory)));
  const width = Math.max(...models.map(({ id }) => id.length));
  const named = Object.entries(bundles).map(([name, ids]) => `Bundle ${name}: ${ids.join(", ")}`);
  const notes = models.flatMap(({ id, licence }) => (licence.note ? [`${id}: ${licence.note}`] : []));
  const rows = lines.map(([id, ...rest]) => `  ${id?.padEnd(width)}  ${rest.join("  ")}`);
  return [`Models in ${directory}`, "", ...rows, "", ...named, ...notes, ""].join("\n");
}

async function describe(model: SpeechModel, directory: string): Promise<string[]> {
  const { id, kind, files, licence } = model;
  const bytes = files.reduce((sum, file) => sum + largestSize(file), 0);
  const most = files.some(({ size }) => size === null) ? "up to" : "";
  const size = `${most} ${Math.ceil(bytes / 1e6)} MB`.padStart(12);
  const terms = `${licence.spdx}${licence.commercial ? "" : " (not commercial)"}`.padEnd(32);
  return [id, kind, size, terms, await stateOf(model, directory)];
}

async function stateOf(model: SpeechModel, directory: string): Promise<string> {
  if (await findInstalled(directory, model.id)) return "ready";
  if (await stat(homeOf(directory, model.id)).catch(nullIfMissing)) return "begun";
  return isKnown(model, await readTrust(directory, model.id)) ? "not installed" : "not installed, unverified";
}
