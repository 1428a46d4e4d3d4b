import { stat } from "node:fs/promises";
import { install, isKnown, type Progress, readTrust, remove, verify, withTrusted } from "@/lib/engines/models/install";
import { findInstalled, homeOf, listInstalled, modelsDirectory, modelsMirror } from "@/lib/engines/models/installed";
import { chooseModels, loadManifest, type SpeechModel, sizeOfModel, textIn } from "@/lib/engines/models/manifest";
import { isEngineThere } from "@/lib/engines/providers/sherpa/provider";
import { smokeTest } from "@/lib/engines/providers/sherpa/smoke";
import { verb } from "@/lib/operator/cli/verb";
import { OperatorError } from "@/lib/platform/errors";
import { nullIfMissing } from "@/lib/platform/objects/files/write";

// MODELS_DIR says where models live; without it, the directory models of VANG_DATA.

const manifestOption = { "--manifest <file>": "your own list of models, in place of MODELS_MANIFEST" } as const;

const directory = modelsDirectory();

export const verbs = [
  verb({
    usage: "list",
    about: "what there is, with sizes, licenses and what is installed",
    isDefault: true,
    options: manifestOption,
    async run({ options }) {
      const { models, bundles } = await loadManifest(options.manifest);
      const width = Math.max(...models.map(({ id }) => id.length));
      const listed = await Promise.all(models.map(async (model) => ({ ...model, state: await stateOf(model) })));
      return {
        lines: [
          `Models in ${directory}\n`,
          ...listed.map((model) => `  ${model.id.padEnd(width)}  ${describeModel(model)}`),
          "",
          ...Object.entries(bundles).map(([name, ids]) => `Bundle ${name}: ${ids.join(", ")}`),
          ...models.flatMap(({ id, license, training }) => [
            ...(training ? [`${id}: trained on ${textIn(training.data, "en")}`] : []),
            ...(license.note ? [`${id}: ${textIn(license.note, "en")}`] : []),
          ]),
          ...(isEngineThere()
            ? []
            : ["The package sherpa-onnx-node is not installed, so none of them can run: npm install"]),
        ],
        data: { directory, models: listed, bundles },
      };
    },
  }),
  verb({
    usage: "install <model>",
    about: "downloads, verifies and tries a model or bundle; run it again to continue",
    options: {
      "--accept-license <SPDX...>": "accept a license that asks for it; can be repeated",
      "--trust-first-download": "take files whose hash is not known yet, and remember what they were",
      "--from <directory>": "take the files from <directory>/<model>/<file> and download nothing",
      "--mirror <URL>": "try <URL>/<model>/<file> first, in place of MODELS_MIRROR",
      ...manifestOption,
    },
    async run({ args: [name], options, terminal }) {
      const report = makeReporter(terminal.isJson || !process.stdout.isTTY);
      for (const model of chooseModels(await loadManifest(options.manifest), name)) {
        const {
          from,
          mirror = modelsMirror(),
          trustFirstDownload: trustFirst = false,
          acceptLicense: accepted = [],
        } = options;
        await install(model, { directory, accepted, trustFirst, from, mirror, report, tryOut: smokeTest });
      }
      return { lines: [] };
    },
  }),
  verb({
    usage: "verify [model]",
    about: "compares the files with the hashes they were installed with",
    options: manifestOption,
    async run({ args: [name], options, terminal }) {
      const manifest = await loadManifest(options.manifest);
      const ids = name === undefined ? null : chooseModels(manifest, name).map(({ id }) => id);
      const installed = (await listInstalled(directory)).filter(({ model }) => ids?.includes(model.id) ?? true);
      if (ids && installed.length === 0) throw new OperatorError(`${name} is not installed.`);
      const data: { id: string; damaged: string[] }[] = [];
      for (const one of installed) {
        const { id } = one.model;
        const damaged = await verify(one, () => terminal.show([`${id}: ${sentences.waiting}`]));
        data.push({ id, damaged });
        const result = damaged.length === 0 ? "is whole" : `is damaged: ${damaged.join(", ")}. Install it again.`;
        terminal.show([`${id} ${result}`]);
      }
      return { lines: [], data, isOk: data.every(({ damaged }) => damaged.length === 0) };
    },
  }),
  verb({
    usage: "remove <model>",
    about: "deletes the files of a model or bundle",
    options: manifestOption,
    async run({ args: [name], options, terminal }) {
      const ids = chooseModels(await loadManifest(options.manifest), name).map(({ id }) => id);
      for (const id of ids) await remove(directory, id, () => terminal.show([`${id}: ${sentences.waiting}`]));
      return { lines: ids.map((id) => `${id} is removed`), data: { removed: ids } };
    },
  }),
  verb({
    usage: "lock [model]",
    about: "the sizes and hashes that this machine has seen, for the manifest of an operator who trusts them",
    options: manifestOption,
    async run({ args: [name], options }) {
      const manifest = await loadManifest(options.manifest);
      const models = name === undefined ? manifest.models : chooseModels(manifest, name);
      const entries = await Promise.all(models.map(async ({ id }) => [id, await readTrust(directory, id)] as const));
      const data = Object.fromEntries(entries.filter(([, seen]) => Object.keys(seen).length > 0));
      return { lines: [JSON.stringify(data, null, 2)], data };
    },
  }),
];

function describeModel({ kind, files, license, state }: SpeechModel & { state: string }): string {
  const { bytes, isMost } = sizeOfModel(files);
  const size = `${isMost ? "up to" : ""} ${Math.ceil(bytes / 1e6)} MB`.padStart(12);
  const terms = `${license.spdx}${license.commercial ? "" : " (not commercial)"}`.padEnd(32);
  return [kind, size, terms, state].join("  ");
}

async function stateOf(model: SpeechModel): Promise<string> {
  if (await findInstalled(directory, model.id)) return "ready";
  if (await stat(homeOf(directory, model.id)).catch(nullIfMissing)) return "begun";
  return isKnown(await withTrusted(model, directory)) ? "not installed" : "not installed, unverified";
}

const sentences = {
  waiting: "another command works on it; waiting",
  fetching: "downloading",
  trying: "verified; running it once",
  ready: "ready",
  present: "is ready already",
};

/** Overwrites one line, or prints a line of JSON for each event; progress ten times a second, or once as JSON. */
function makeReporter(asJson: boolean): (progress: Progress) => void {
  let printedAt = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const { event, model } = progress;
    if (event === "progress") {
      if (performance.now() - printedAt < (asJson ? 1000 : 100)) return;
      printedAt = performance.now();
    }
    if (asJson) {
      process.stdout.write(`${JSON.stringify(progress)}\n`);
      return;
    }
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
    process.stdout.write(
      event === "progress"
        ? `\r${model}: ${megabytes(progress.bytes)} of ${megabytes(progress.total)} MB  `
        : `\r${model}: ${sentences[event].padEnd(30)}\n`,
    );
  };
}
