import { lstat, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { OperatorError } from "@/lib/platform/errors";
import { nullIfMissing } from "@/lib/platform/objects/files/write";
import { type InstallOptions, install } from "./install";
import { findInstalled } from "./installed";
import { parseManifest, type SpeechModel } from "./manifest";

/** Of each of a package's two JSON files. */
const longestText = 1_000_000;

/** Of all files of a package's models together. */
const mostBytes = 4e9;

/** npm runs these on installation; nothing that a voice needs requires one. */
const installScripts = ["preinstall", "install", "postinstall"];

/**
 * The npm package whose voices this installation offers: the one that VANG_VOICE_PACKAGE names, or else the one among our
 * optional dependencies that is called voice-…; null without one, or if the setting is `off`. Throws OperatorError.
 */
export function voicePackageName(setting: string | undefined, dependencies: Record<string, string>): string | null {
  const name = setting || Object.keys(dependencies).find((one) => /(^|\/)voice-[a-z-]+$/.test(one));
  if (!name || name === "off") return null;
  if (/^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name)) return name;
  throw new OperatorError(`VANG_VOICE_PACKAGE is not the name of an npm package: ${name}`);
}

type VoicePackage = {
  models: SpeechModel[];
  /** The directory with `<model>/<file>`. */
  from: string;
};

/**
 * What a package of `node_modules` offers. Only reads it: none of its code is run. Throws OperatorError, which says why
 * the package is rejected, or that it is not installed.
 */
export async function readVoicePackage(name: string, root = process.cwd()): Promise<VoicePackage> {
  const refusal = (why: string) => new OperatorError(`The voice package ${name} is rejected: ${why}.`);
  const home = await realpath(join(root, "node_modules", name)).catch(nullIfMissing);
  if (home === null) throw new OperatorError(`The voice package ${name} is not installed: npm install ${name}`);
  const texts = await Promise.all(["package.json", "voices.json"].map((file) => readText(home, file)));
  const [description, offered] = texts.map((text) => text ?? "");
  if (!description || !offered) throw refusal(`it needs package.json and voices.json, each below ${longestText} bytes`);
  const script = installScripts.find((one) => scriptsOf(description)[one] !== undefined);
  if (script) throw refusal(`it has a script that runs on installation (${script})`);
  const { models } = parseManifest(`${name}/voices.json`, addAddresses(name, offered));
  let total = 0;
  for (const { id, files } of models)
    for (const { path, size, sha256 } of files) {
      const place = `models/${id}/${path}`;
      if (size === null || sha256 === null) throw refusal(`voices.json has no size or no sha256 of ${place}`);
      total += size;
      if (total > mostBytes) throw refusal(`its models have more than ${mostBytes} bytes`);
      const found = await sizeWithin(home, place);
      if (found === null) throw refusal(`${place} is not a file of the package itself`);
      if (found !== size) throw refusal(`${place} has ${found} bytes, and voices.json says ${size}`);
    }
  return { models, from: join(home, "models") };
}

const descriptionSchema = z.object({ scripts: z.record(z.string(), z.unknown()).default({}) });

const scriptsOf = (description: string) => descriptionSchema.parse(JSON.parse(description)).scripts;

/** Null for what is missing, too long or elsewhere. */
async function readText(home: string, file: string): Promise<string | null> {
  const size = await sizeWithin(home, file);
  return size === null || size > longestText ? null : readFile(join(home, file), "utf8");
}

/** The size of a regular file that no symbolic link leads to; null for anything else. */
async function sizeWithin(home: string, path: string): Promise<number | null> {
  const file = join(home, path);
  const found = await lstat(file).catch(nullIfMissing);
  return found?.isFile() && (await realpath(file)) === file ? found.size : null;
}

/** A package's files have no addresses of their own: they come from the package. */
function addAddresses(name: string, text: string): string {
  const { models, ...rest } = packedSchema.parse(JSON.parse(text));
  const addressed = models.map((model) => ({
    ...model,
    files: model.files.map((file) => ({ ...file, url: addressOf(name), mirrors: [] })),
  }));
  return JSON.stringify({ ...rest, models: addressed });
}

/** Only as much of it as `addAddresses` needs; the manifest's own schema checks the rest. */
const packedSchema = z.looseObject({ models: z.array(z.looseObject({ files: z.array(z.looseObject({})) })) });

const addressOf = (name: string) => `npm:${name}`;

/**
 * Installs what a package offers, as if it had been downloaded: with the same checks, and once. A model that is installed
 * from elsewhere under the same id stays. Throws OperatorError.
 */
export async function installVoicePackage(
  name: string,
  options: Omit<InstallOptions, "accepted" | "trustFirst" | "from">,
  root?: string,
): Promise<void> {
  const { models, from } = await readVoicePackage(name, root);
  for (const model of models) {
    const installed = await findInstalled(options.directory, model.id);
    const isFromElsewhere = installed?.model.files.some(({ url }) => url !== addressOf(name));
    if (isFromElsewhere) continue;
    await install(model, { ...options, from, accepted: [], trustFirst: false });
  }
}
