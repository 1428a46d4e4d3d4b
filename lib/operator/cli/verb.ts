import { userInfo } from "node:os";
import type { z } from "zod";
import type { Operator } from "@/lib/access/principals/operator";
import { actSchema } from "@/lib/operator/schema";
import { listComplaints } from "@/lib/platform/form";
import { translate } from "@/lib/platform/i18n/translate";

/** What the person at the terminal types; nothing where there is no terminal. */
export type Ask = (question: string) => Promise<string>;

export type Terminal = {
  ask: Ask;
  /** Prints lines before the result, on stderr with `--json`. */
  show: (lines: readonly string[]) => void;
  isJson: boolean;
};

/** `lines` are printed, or with `--json` what `data` is; the exit code is 1 if `isOk` is false. */
export type Result = { lines: readonly string[]; data?: unknown; isOk?: boolean };

/** Wrong arguments: the exit code is 2. */
export class UsageError extends Error {}

/** Throws a UsageError that says of each invalid option or argument which it is, and what it may be. */
export function rejectArguments(error: z.ZodError, nameOf: (field: string) => string): never {
  const complaints = Object.entries(listComplaints(error));
  const lines = complaints.map(
    ([field, { message, values }]) => `${nameOf(field)}: ${translate("en", message, values)}`,
  );
  throw new UsageError(lines.join("\n"));
}

type ArgumentOf<Text> = Text extends `${string}...${string}`
  ? string[]
  : Text extends `<${string}`
    ? string
    : string | undefined;
type ArgumentsOf<Text> = Text extends `${infer First} ${infer Rest}`
  ? [ArgumentOf<First>, ...ArgumentsOf<Rest>]
  : [ArgumentOf<Text>];
/** Of a usage such as `replay [event...]`, which begins with the verb's name. */
export type ArgumentsOfUsage<Usage> = Usage extends `${string} ${infer Rest}` ? ArgumentsOf<Rest> : [];
type CamelCase<Text> = Text extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : Text;
type OptionName<Flag> = Flag extends `--${infer Name} ${string}`
  ? CamelCase<Name>
  : Flag extends `--${infer Name}`
    ? CamelCase<Name>
    : never;
type OptionsOf<Flags extends string> = {
  [Flag in Flags as OptionName<Flag>]?: Flag extends `${string}...>`
    ? string[]
    : Flag extends `${string}>`
      ? string
      : boolean;
};

export type Given<Arguments = unknown, Options = unknown> = {
  args: Arguments;
  options: Options;
  terminal: Terminal;
};

export type Verb = {
  /** Its name and arguments, as commander reads them: `approve <claim>`, `replay [event...]`. */
  usage: string;
  about: string;
  /** By their flags: `--yes`, `--amount <VND>`, or `--accept <license...>` where it can be repeated. */
  options?: Record<string, string>;
  /** Performed where the area is named without a verb. */
  isDefault?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: `verb` checks the arguments against the usage
  run: (given: Given<any, any>) => Promise<Result>;
};

/** A verb whose arguments and options have the types that its usage and flags say. */
export const verb = <const Usage extends string, const Flags extends string = never>(
  one: Omit<Verb, "usage" | "options" | "run"> & {
    usage: Usage;
    options?: Record<Flags, string>;
    run: (given: Given<ArgumentsOfUsage<Usage>, OptionsOf<Flags>>) => Promise<Result>;
  },
): Verb => one;

export const actorOptions = {
  "--as <email>": "your email address",
  "--reason <why>": "why; the business concerned reads it, except for resume",
} as const;

export type Actor = { operator: Operator; reason: string };

/** Who acts, and why; asks for what is missing. */
export async function readActor(
  { options, terminal }: Given<unknown, { as?: string; reason?: string }>,
  question = "Why (its members read this)? ",
): Promise<Actor> {
  const act = actSchema.safeParse({
    email: options.as ?? (await terminal.ask("Who are you (email address)? ")),
    reason: options.reason ?? (await terminal.ask(question)),
  });
  if (!act.success) throw new UsageError("Give your email address and a reason of at most 300 characters.");
  return { operator: { email: act.data.email, via: "terminal" } as Operator, reason: act.data.reason };
}

/** The options of a verb that scripts call too, so that it asks for nothing. */
export const scriptOptions = { "--as <email>": "your email address", "--reason <why>": "why" } as const;

/** Who acts in a script: the terminal's user where no one is named. */
export const readScript = ({ as, reason = "" }: { as?: string; reason?: string }) => ({
  operator: { email: as ?? userInfo().username, via: "terminal" } as Operator,
  reason,
});

/** Whether the person agrees; with `--yes` nothing is asked. */
export const isConfirmed = async (
  { options, terminal }: Given<unknown, { yes?: boolean }>,
  question: string,
): Promise<boolean> => options.yes === true || /^y(es)?$/i.test((await terminal.ask(question)).trim());
