import { parseArgs } from "node:util";
import { commands } from "./commands";
import { ModelProblem } from "./problem";

const usage = `npm run models -- <command> [options]

  list                     what there is, with sizes, licences and what is installed
  install <model|bundle>   fetch, verify and try a model; run it again to continue
  verify [model]           hold the files against the hashes they were installed with
  remove <model>           delete a model's files
  lock [model]             the sizes and hashes this machine has seen, for the manifest

  --accept-licence <SPDX>  accept a licence that asks for it
  --trust-first-download   take files whose hash nobody knows yet, and remember what they were
  --from <directory>       take the files from <directory>/<model>/<file> and fetch nothing
  --mirror <address>       try <address>/<model>/<file> first
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

function fail(sentence: string): number {
  process.stderr.write(`\n${sentence}\n`);
  return 1;
}

async function main(): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name = "list", target] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) return fail(`${usage}\nThere is no command "${name}".`);
    return (await command(target, values)) ? 0 : 1;
  } catch (error) {
    if (error instanceof ModelProblem) return fail(error.message);
    if ((error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS")) return fail(`${usage}\n${error}`);
    throw error;
  }
}

process.exitCode = await main();
