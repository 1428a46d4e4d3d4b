import { type ParseArgsConfig, parseArgs } from "node:util";
import {
  type CommandName,
  commandNames,
  commonOptions,
  type OptionId,
  type OptionSpec,
  options,
  optionsOf,
  specOf,
} from "./commands";
import { UsageError } from "./fail";
import { say } from "./words";

type ValueOf<Spec> = Spec extends { value: string } ? (Spec extends { many: true } ? string[] : string) : boolean;

/** The options of a run by their ids. */
export type Given = { [Id in OptionId]?: ValueOf<(typeof options)[Id]> };

export type Parsed = { name?: CommandName; args: string[]; given: Given };

/** Without the name of a command only `--help` and `--version` are left. Throws UsageError. */
export function parse(argv: readonly string[]): Parsed {
  const { words, before } = splitFront(argv);
  const found = findCommand(words);
  if (!found) {
    const [first] = words;
    const { given } = read(before, [...commonOptions, "version"]);
    if (first !== undefined && !given.help) throw new UsageError(say("cli.unknownCommand", { name: first }));
    return { args: words, given };
  }
  const { name, length } = found;
  const { given, args } = read([...before, ...words.slice(length)], ids(name));
  const { takes = [] } = specOf(name);
  const needed = takes.filter((argument) => !argument.startsWith("["));
  if (!given.help && args.length < needed.length)
    throw new UsageError(say("cli.missingArgument", { name: needed[args.length] ?? "" }));
  if (args.length > takes.length) throw new UsageError(say("cli.extraArgument", { name: args[takes.length] ?? "" }));
  return { name, args, given };
}

const ids = (name: CommandName): OptionId[] => optionsOf(name).map(([id]) => id);

/** The options before the command, and all that follows them. */
function splitFront(argv: readonly string[]): { before: string[]; words: string[] } {
  let at = 0;
  while (argv[at]?.startsWith("-") && argv[at] !== "-") {
    const isAlone = commonOptions.some((id) => "value" in options[id] && argv[at] === `--${options[id].flag}`);
    at += isAlone ? 2 : 1;
  }
  return { before: argv.slice(0, at), words: argv.slice(at) };
}

/** `jobs wait`, `say`, and `jobs` for `jobs list`. */
function findCommand([first, second]: readonly string[]): { name: CommandName; length: number } | undefined {
  const isName = (text: string): text is CommandName => (commandNames as string[]).includes(text);
  const [pair, single, list] = [`${first} ${second}`, String(first), `${first} list`];
  if (isName(pair)) return { name: pair, length: 2 };
  if (isName(single)) return { name: single, length: 1 };
  if (isName(list) && (second === undefined || second.startsWith("-"))) return { name: list, length: 1 };
  return undefined;
}

function read(argv: readonly string[], known: readonly OptionId[]): { given: Given; args: string[] } {
  const specs = known.map((id): [OptionId, OptionSpec] => [id, options[id]]);
  const config: ParseArgsConfig["options"] = Object.fromEntries(
    specs.map(([, { flag, short, value, many }]) => [
      flag,
      { type: value ? "string" : "boolean", ...(short && { short }), ...(many && { multiple: true }) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: config, allowPositionals: true });
    const given = Object.fromEntries(specs.map(([id, { flag }]) => [id, values[flag]])) as Given;
    for (const [id, { flag, choices }] of specs) {
      const value = given[id];
      if (choices && typeof value === "string" && !choices.includes(value))
        throw new UsageError(say("cli.notOneOf", { flag, value, choices: choices.join(", ") }));
    }
    return { given, args: positionals };
  } catch (error) {
    throw describeParseError(error);
  }
}

function describeParseError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string };
  const option = /'(?:-\w, )?(-[^\s'=]+)/.exec(message ?? "")?.[1] ?? "";
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") return new UsageError(say("cli.unknownOption", { option }));
  if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE")
    return new UsageError(say(/does not take/.test(message) ? "cli.noValue" : "cli.missingValue", { option }));
  return error;
}

/** A number of an option, or the error that names it. */
export function numberOf(id: OptionId, given: Given, { min, max }: { min: number; max: number }): number | undefined {
  const text = given[id];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (String(text).trim() !== "" && value >= min && value <= max) return value;
  throw new UsageError(say("cli.notANumber", { flag: options[id].flag, value: String(text), min, max }));
}

/** `orderId=1024` as a field of the request's metadata. */
export function metadataOf({ metadata }: Given): Record<string, string> | undefined {
  if (!metadata) return undefined;
  const pairs = metadata.map((text) => {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(say("cli.badMetadata", { value: text }));
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return Object.fromEntries(pairs);
}
