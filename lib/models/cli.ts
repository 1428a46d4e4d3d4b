import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { isEngineThere } from "@/lib/engines/providers/sherpa/provider";
import { smokeTest } from "@/lib/engines/providers/sherpa/smoke";
import { nullIfMissing } from "@/lib/files/write";
import { install, isKnown, type Progress, readTrust, remove, verify, withTrusted } from "./install";
import { findInstalled, homeOf, listInstalled, modelsDirectory } from "./installed";
import { chooseModels, largestSize, loadManifest, ModelProblem, type SpeechModel } from "./manifest";

const usage = `npm run models -- <command> [options]

  list                     what there is, with sizes, licenses and what is installed
  install <model|bundle>   download, verify and try a model; run it again to continue
  verify [model]           compare the files with the hashes they were installed with
  remove <model>           delete a model's files
  lock [model]             the sizes and hashes this machine has seen, for the manifest

  --accept-licence <SPDX>  accept a licence that asks for it
  --trust-first-download   take files whose hash nobody knows yet, and remember what they were
  --from <directory>       take the files from <directory>/<model>/<file> and download nothing
  --mirror <URL>           try <URL>/<model>/<file> first
  --manifest <file>        your own list of models
  --json                   progress as lines of JSON even in a terminal

MODELS_DIR says where models live; without it, the directory models of VANG_DATA.
`;

const options = {
  "accept-licence": { type: "string", multiple: true },
  "trust-first-download": { type: "boolean" },
  from: { type: "string" },
  mirror: { type: "string" },
  manifest: { type: "string" },
  json: { type: "boolean" },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

/** A command with the model or bundle it is given, if any. Returns whether it succeeded. */
type Command = (name: string | undefined, options: Options) => Promise<boolean>;

const directory = modelsDirectory();
const print = (text: string) => void process.stdout.write(`${text}\n`);
const onWait = (id: string) => () => print(`${id}: ${sentences.waiting}`);

const list: Command = async (_, { manifest }) => {
  const { models, bundles } = await loadManifest(manifest);
  const width = Math.max(...models.map(({ id }) => id.length));
  print(`Models in ${directory}\n`);
  for (const model of models) print(`  ${model.id.padEnd(width)}  ${await describeModel(model)}`);
  print("");
  for (const [name, ids] of Object.entries(bundles)) print(`Bundle ${name}: ${ids.join(", ")}`);
  for (const { id, license } of models) if (license.note) print(`${id}: ${license.note}`);
  if (!isEngineThere()) print("The package sherpa-onnx-node is not installed, so none of them can run: npm install");
  return true;
};

async function describeModel(model: SpeechModel): Promise<string> {
  const { kind, files, license } = model;
  const bytes = files.reduce((sum, file) => sum + largestSize(file), 0);
  const most = files.some(({ size }) => size === null) ? "up to" : "";
  const size = `${most} ${Math.ceil(bytes / 1e6)} MB`.padStart(12);
  const terms = `${license.spdx}${license.commercial ? "" : " (not commercial)"}`.padEnd(32);
  return [kind, size, terms, await stateOf(model)].join("  ");
}

async function stateOf(model: SpeechModel): Promise<string> {
  if (await findInstalled(directory, model.id)) return "ready";
  if (await stat(homeOf(directory, model.id)).catch(nullIfMissing)) return "begun";
  return isKnown(await withTrusted(model, directory)) ? "not installed" : "not installed, unverified";
}

const installNamed: Command = async (name, options) => {
  if (name === undefined) throw new ModelProblem("Name a model or a bundle: npm run models -- install vi");
  const report = makeReporter(options.json ?? !process.stdout.isTTY);
  for (const model of chooseModels(await loadManifest(options.manifest), name)) {
    const trustFirst = options["trust-first-download"] ?? false;
    const accepted = options["accept-licence"] ?? [];
    const { from, mirror } = options;
    await install(model, { directory, accepted, trustFirst, from, mirror, report, tryOut: smokeTest });
  }
  return true;
};

const verifyNamed: Command = async (name, { manifest }) => {
  const ids = name === undefined ? null : chooseModels(await loadManifest(manifest), name).map(({ id }) => id);
  const installed = (await listInstalled(directory)).filter(({ model }) => ids?.includes(model.id) ?? true);
  if (ids && installed.length === 0) throw new ModelProblem(`${name} is not installed.`);
  let isWhole = true;
  for (const one of installed) {
    const damaged = await verify(one, onWait(one.model.id));
    isWhole &&= damaged.length === 0;
    const result = damaged.length === 0 ? "is whole" : `is damaged: ${damaged.join(", ")}. Install it again.`;
    print(`${one.model.id} ${result}`);
  }
  return isWhole;
};

const removeNamed: Command = async (name, { manifest }) => {
  if (name === undefined) throw new ModelProblem("Name the model to remove: npm run models -- remove zipformer-vi");
  for (const { id } of chooseModels(await loadManifest(manifest), name)) {
    await remove(directory, id, onWait(id));
    print(`${id} is removed`);
  }
  return true;
};

/** Prints the sizes and hashes seen on this machine, for the manifest of an operator who trusts them. */
const printTrust: Command = async (name, options) => {
  const manifest = await loadManifest(options.manifest);
  const models = name === undefined ? manifest.models : chooseModels(manifest, name);
  const entries = await Promise.all(models.map(async ({ id }) => [id, await readTrust(directory, id)] as const));
  print(JSON.stringify(Object.fromEntries(entries.filter(([, seen]) => Object.keys(seen).length > 0)), null, 2));
  return true;
};

const commands: Record<string, Command> = {
  list,
  install: installNamed,
  verify: verifyNamed,
  remove: removeNamed,
  lock: printTrust,
};

const sentences = {
  waiting: "another command works on it; waiting",
  fetching: "downloading",
  trying: "verified; running it once",
  ready: "ready",
  present: "is ready already",
};

/**
 * Prints progress as a line that is overwritten, or as one JSON line per event; download progress at most ten times a
 * second, or once as JSON.
 */
function makeReporter(asJson: boolean): (progress: Progress) => void {
  let printedAt = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const { event, model } = progress;
    if (event === "progress") {
      if (performance.now() - printedAt < (asJson ? 1000 : 100)) return;
      printedAt = performance.now();
    }
    if (asJson) return print(JSON.stringify(progress));
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
    process.stdout.write(
      event === "progress"
        ? `\r${model}: ${megabytes(progress.bytes)} of ${megabytes(progress.total)} MB  `
        : `\r${model}: ${sentences[event].padEnd(30)}\n`,
    );
  };
}

/** `npm run models` with these arguments. Returns the exit code. */
export async function modelsFromTerminal(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [name = "list", target] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new ModelProblem(`${usage}\nThere is no command "${name}".`);
    return (await command(target, values)) ? 0 : 1;
  } catch (error) {
    const isOfArguments = (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS");
    if (!(error instanceof ModelProblem) && !isOfArguments) throw error;
    process.stderr.write(isOfArguments ? `\n${usage}\n${error}\n` : `\n${(error as Error).message}\n`);
    return 1;
  }
}
