import { isEngineThere } from "@/lib/speech/providers/sherpa/provider";
import { describeModels } from "./describe";
import { modelsDirectory } from "./directory";
import { install } from "./install";
import { findInstalled, type InstalledModel, listInstalled } from "./installed";
import { chooseModels, loadManifest } from "./manifest";
import { ModelProblem } from "./problem";
import { remove } from "./remove";
import { makeReporter } from "./reporter";
import { readTrust } from "./trust";
import { verify } from "./verify";

export type Options = {
  "accept-licence"?: string[];
  from?: string;
  json?: boolean;
  manifest?: string;
  mirror?: string;
  "trust-first-download"?: boolean;
};

/** What a command does with the model or bundle it is given, if any. Answers whether all is well. */
type Command = (name: string | undefined, options: Options) => Promise<boolean>;

const say = (text: string) => void process.stdout.write(`${text}\n`);

const sayWaiting = (id: string) => () => say(`${id}: another command works on it; waiting`);

const list: Command = async (_, { manifest }) => {
  say(await describeModels(await loadManifest(manifest), modelsDirectory()));
  if (!isEngineThere()) say("The package sherpa-onnx-node is not installed, so none of them can run: npm install");
  return true;
};

const installNamed: Command = async (name, options) => {
  if (name === undefined) throw new ModelProblem("Name a model or a bundle: npm run models -- install vi");
  const report = makeReporter(process.stdout, options.json);
  for (const model of chooseModels(await loadManifest(options.manifest), name)) {
    await install(model, {
      directory: modelsDirectory(),
      accepted: options["accept-licence"] ?? [],
      trustFirst: options["trust-first-download"] ?? false,
      from: options.from,
      mirror: options.mirror,
      report,
    });
  }
  return true;
};

const verifyAll: Command = async (name, { manifest }) => {
  const outcomes = [];
  for (const installed of await findNamed(name, manifest)) {
    const damaged = await verify(installed, sayWaiting(installed.model.id));
    const verdict = damaged.length === 0 ? "is whole" : `is damaged: ${damaged.join(", ")}. Install it again.`;
    say(`${installed.model.id} ${verdict}`);
    outcomes.push(damaged.length === 0);
  }
  return outcomes.every(Boolean);
};

const removeNamed: Command = async (name, { manifest }) => {
  if (name === undefined) throw new ModelProblem("Name the model to remove: npm run models -- remove zipformer-vi");
  for (const { id } of chooseModels(await loadManifest(manifest), name)) {
    await remove(modelsDirectory(), id, sayWaiting(id));
    say(`${id} is removed`);
  }
  return true;
};

/** The sizes and hashes that this machine has seen, to be put into the manifest by someone who trusts them. */
const lock: Command = async (name, { manifest }) => {
  const { models, bundles } = await loadManifest(manifest);
  const chosen = name === undefined ? models : chooseModels({ schema: 1, models, bundles }, name);
  const entries = await Promise.all(chosen.map(async ({ id }) => [id, await readTrust(modelsDirectory(), id)]));
  say(
    JSON.stringify(Object.fromEntries(entries.filter(([, seen]) => Object.keys(seen as object).length > 0)), null, 2),
  );
  return true;
};

async function findNamed(name: string | undefined, manifest: string | undefined): Promise<InstalledModel[]> {
  const directory = modelsDirectory();
  if (name === undefined) return listInstalled(directory);
  const found = await Promise.all(
    chooseModels(await loadManifest(manifest), name).map(({ id }) => findInstalled(directory, id)),
  );
  const installed = found.filter((one) => one !== null);
  if (installed.length === 0) throw new ModelProblem(`${name} is not installed.`);
  return installed;
}

export const commands: Record<string, Command> = {
  list,
  install: installNamed,
  verify: verifyAll,
  remove: removeNamed,
  lock,
};
