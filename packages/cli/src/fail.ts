import { VangError } from "@vang/sdk";
import { exitCodes } from "./commands";
import { currentLanguage, say } from "./words";

/** An expected failure with a sentence for the user. */
export class CliError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failed,
  ) {
    super(message);
  }
}

/** Wrong arguments: the usage of the command is shown with it. */
export class UsageError extends CliError {
  constructor(message: string) {
    super(message, exitCodes.usage);
  }
}

type Failure = {
  exitCode: number;
  /** What a person reads. */
  sentence: string;
  /** What `--json` writes to stderr. */
  record: Record<string, unknown>;
};

/** What a failure of any kind is to the user of a terminal and to a program. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof VangError) {
    const { status, code, message, messageVi, requestId, param, retryable, retryAfterSeconds } = error;
    const words = (currentLanguage() === "vi" && messageVi) || message;
    const parts = [code, ...(requestId ? [`requestId ${requestId}`] : [])].filter(Boolean).join(", ");
    return {
      exitCode: exitCodeOf(error),
      sentence: parts ? `${words} (${parts})` : words,
      record: { code, message, messageVi, status, requestId, param, retryable, retryAfterSeconds },
    };
  }
  const message = error instanceof Error ? describeSystemError(error) : String(error);
  const exitCode = error instanceof CliError ? error.exitCode : exitCodes.failed;
  return { exitCode, sentence: message, record: { message } };
}

function exitCodeOf({ status, retryable }: VangError): number {
  if (status === undefined || status === null) return exitCodes.later;
  if (status === 401 || status === 403) return exitCodes.key;
  if (status === 402) return exitCodes.credit;
  if (status === 404) return exitCodes.failed;
  return retryable || status === 429 || status >= 500 ? exitCodes.later : exitCodes.failed;
}

/** The errors of the file system that users meet, in their language. */
function describeSystemError(error: Error & { code?: string; path?: string }): string {
  if (error.code === "ENOENT" && error.path) return say("cli.noFile", { path: error.path });
  if ((error.code === "EACCES" || error.code === "EPERM") && error.path)
    return say("cli.noAccess", { path: error.path });
  if (error.code === "EISDIR") return say("cli.isFolder", { path: error.path ?? "" });
  return error.message;
}
