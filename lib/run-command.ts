import { closeDatabase } from "@/lib/db";

/** The words for an expected error, or null for one that is a mistake of ours. */
type Explain = (error: Error) => string | null;

/**
 * Runs a command of the terminal, prints the lines that it returns and closes the database. Returns the exit code: 1
 * after an expected error, whose explanation is printed.
 */
export async function runCommand(usage: string, run: () => Promise<string[]>, explain: Explain): Promise<number> {
  try {
    printLines(await run());
    return 0;
  } catch (error) {
    if (isHelpRequested(error as Error)) {
      printLines([usage]);
      return 0;
    }
    const words = explainArguments(error as Error, usage) ?? explain(error as Error);
    if (!words) throw error;
    process.stderr.write(`${words}\n`);
    return 1;
  } finally {
    await closeDatabase();
  }
}

export function printLines(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

/** `parseArgs` knows no `--help`. */
const isHelpRequested = ({ code, message }: Error & { code?: string }) =>
  code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" && /'(--help|-h)'/.test(message);

/** Errors of `parseArgs`. */
const explainArguments = (error: Error & { code?: string }, usage: string) =>
  error.code?.startsWith("ERR_PARSE_ARGS") ? `${error.message}\n${usage}` : null;
