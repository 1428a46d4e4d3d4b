import { parseArgs } from "node:util";

/**
 * The options and positional arguments of a command. `--help` prints its usage and ends it with 0; arguments that it does
 * not know, or more than `most` positional ones, end it with 2 and say which is wrong.
 */
export function readArguments(usage, { options = {}, most = 0, args = process.argv.slice(2) } = {}) {
  try {
    const known = { ...options, help: { type: "boolean", short: "h" } };
    const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true });
    if (values.help) {
      process.stdout.write(`Usage: ${usage}\n`);
      process.exit(0);
    }
    if (positionals.length > most) rejectArguments(usage, `"${positionals[most]}" is one argument too many.`);
    return { values, positionals };
  } catch (error) {
    if (!error.code?.startsWith("ERR_PARSE_ARGS")) throw error;
    return rejectArguments(usage, error.message.split(". ", 1)[0]);
  }
}

/** Ends the command with 2, which means wrong arguments everywhere. */
export function rejectArguments(usage, sentence) {
  process.stderr.write(`${sentence}\nUsage: ${usage}\n`);
  process.exit(2);
}
