import { createInterface } from "node:readline/promises";
import { Command, CommanderError, Option } from "commander";
import { isDatabaseUnavailable } from "@/lib/platform/database-unavailable";
import { AppError, OperatorError } from "@/lib/platform/errors";
import { translate } from "@/lib/platform/i18n/translate";
import { areas } from "./areas";
import { type Ask, type Terminal, UsageError, type Verb } from "./verb";

/** Returns 1 for a failure or difference, 2 for wrong arguments, 3 if the database is away. `prepare` opens it. */
export async function operateFromTerminal(
  given: readonly string[],
  ask: Ask = askTerminal,
  prepare?: () => Promise<void>,
): Promise<number> {
  const args = [...given];
  const isJson = args.includes("--json");
  const terminal: Terminal = {
    ask,
    isJson,
    show: (lines) => writeLines(isJson ? process.stderr : process.stdout, lines),
  };
  const program = new Command("npm run operator --").description(
    "Does what the staff of an installation does, by area.",
  );
  program
    .exitOverride()
    .helpCommand(false)
    .showHelpAfterError(!isJson)
    .configureOutput({
      writeOut: (text) => void process.stdout.write(text),
      writeErr: (text) => void process.stderr.write(text),
      outputError: (text, writeText) => (isJson ? writeError(text.trim(), true) : writeText(text)),
    });
  let exitCode = 0;
  for (const [name, { about, load, needsDatabase = true }] of Object.entries(areas)) {
    const area = program.command(name).description(about).helpCommand(false);
    if (args[0] !== name) continue;
    const { verbs } = await load();
    const usual = verbs.find(({ isDefault }) => isDefault);
    if (usual && /^(?!--help$|-h$)(-|$)/.test(args[1] ?? "")) args.splice(1, 0, usual.usage.split(" ", 1)[0] ?? "");
    for (const verb of verbs)
      addVerb(area, verb, async (verbArgs, options) => {
        if (needsDatabase) await prepare?.();
        try {
          const { lines, data, isOk = true } = await verb.run({ args: verbArgs, options, terminal });
          writeLines(process.stdout, isJson ? toJson(data) : lines);
          exitCode = isOk ? 0 : 1;
        } finally {
          if (needsDatabase) await (await import("@/lib/platform/db")).closeDatabase();
        }
      });
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const words = explain(error as Error);
    if (words === null) throw error;
    writeError(words, isJson);
    if (isDatabaseUnavailable(error)) return 3;
    return error instanceof UsageError ? 2 : 1;
  }
}

function addVerb(
  area: Command,
  { usage, about, options = {}, isDefault }: Verb,
  run: (args: unknown[], options: unknown) => Promise<void>,
): void {
  const command = area.command(usage).description(isDefault ? `${about} (default)` : about);
  for (const [flags, words] of Object.entries(options)) {
    const option = new Option(flags.replace("...", ""), words);
    if (flags.includes("...")) option.argParser((value: string, before: string[] = []) => [...before, value]);
    command.addOption(option);
  }
  command.option("--json", "print the result as JSON");
  command.action(() => run(command.processedArgs, command.opts()));
}

async function askTerminal(question: string): Promise<string> {
  if (!process.stdin.isTTY) return "";
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

function writeLines(stream: NodeJS.WritableStream, lines: readonly string[]): void {
  for (const line of lines) stream.write(`${line}\n`);
}

const writeError = (words: string, isJson: boolean) =>
  writeLines(process.stderr, [isJson ? JSON.stringify({ error: words }) : words]);

const toJson = (data: unknown): string[] =>
  data === undefined
    ? []
    : [JSON.stringify(data, (_, value) => (typeof value === "bigint" ? String(value) : value), 2)];

/** The words for an expected error; null for one that is a mistake of ours. */
function explain(error: Error): string | null {
  if (error instanceof UsageError || error instanceof OperatorError) return error.message;
  if (isDatabaseUnavailable(error))
    return `The database is unavailable, or ended the connection (${error.message || (error as { code?: string }).code}). Run the command again once it is back.`;
  if (!(error instanceof AppError)) return null;
  const { message, values } = error.details;
  if (message) return translate("en", message, values);
  return error.code === "NOT_FOUND" ? "There is no such business." : "The business is in that state already.";
}
