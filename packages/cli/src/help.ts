import {
  type CommandName,
  commandNames,
  commonOptions,
  exitCodes,
  labelOf,
  type OptionId,
  options,
  optionsOf,
  specOf,
  usageOf,
} from "./commands";
import { say } from "./words";

const idOf = (name: CommandName) => name.replaceAll(" ", "-") as `${string}`;

/** What a command does, in one line. */
export const summaryOf = (name: CommandName): string => say(`cli.commands.${idOf(name)}` as "cli.commands.say");

/** Aligned as two columns below a title. */
function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return [title, ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`.trimEnd())].join("\n");
}

const describeOption = (id: OptionId): [string, string] => {
  const spec = options[id];
  const choices = "choices" in spec ? ` (${spec.choices.join(", ")})` : "";
  return [labelOf(spec), say(`cli.options.${id}`) + choices];
};

export function writeHelp(): string {
  const rows = commandNames.map((name) => [usageOf(name), summaryOf(name)] as const);
  return [
    `${say("cli.help.about")}\n`,
    `${say("cli.help.usage")}: vang ${say("cli.help.usageWords")}\n`,
    `${section(`${say("cli.help.commands")}:`, rows)}\n`,
    `${section(`${say("cli.help.options")}:`, [...commonOptions, "version" as const].map(describeOption))}\n`,
    `${section(`${say("cli.help.environment")}:`, environment())}\n`,
    section(`${say("cli.help.exitCodes")}:`, listExitCodes()),
  ].join("\n");
}

const environment = (): [string, string][] =>
  (["VANG_API_KEY", "VANG_BASE_URL", "VANG_PROFILE", "NO_COLOR"] as const).map((name) => [
    name,
    say(`cli.environment.${name}`),
  ]);

const listExitCodes = (): [string, string][] =>
  (Object.keys(exitCodes) as (keyof typeof exitCodes)[]).map((name) => [
    String(exitCodes[name]),
    say(`cli.exitCodes.${name}`),
  ]);

export const usageLine = (name?: CommandName): string =>
  `${say("cli.help.usage")}: vang ${name ? usageOf(name) : say("cli.help.usageWords")}`;

export function writeCommandHelp(name: CommandName): string {
  const own = specOf(name).options ?? [];
  const rows = optionsOf(name).map(([id]) => describeOption(id));
  return [
    `${usageLine(name)}${own.length > 0 ? ` [${say("cli.help.optionsWord")}]` : ""}\n`,
    `${summaryOf(name)}\n`,
    section(`${say("cli.help.options")}:`, rows),
  ].join("\n");
}
