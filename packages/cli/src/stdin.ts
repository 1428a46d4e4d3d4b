import { exitCodes } from "./commands";
import { CliError, UsageError } from "./fail";
import { say } from "./words";

/** All of what is piped into the program. */
export async function readStdin(): Promise<Buffer> {
  if (process.stdin.isTTY) throw new UsageError(say("cli.nothingPiped"));
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A line that a person types without seeing it. */
export async function readSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) throw new UsageError(say("cli.notATerminal"));
  stderr.write(question);
  stdin.setRawMode(true);
  let typed = "";
  try {
    for await (const chunk of stdin) {
      for (const letter of String(chunk)) {
        if (letter === "\r" || letter === "\n" || letter === "\x04") return typed;
        if (letter === "\x03") throw new CliError(say("cli.interrupted"), exitCodes.interrupted);
        typed = letter === "\x7f" || letter === "\b" ? typed.slice(0, -1) : typed + letter;
      }
    }
    return typed;
  } finally {
    stdin.setRawMode(false);
    stderr.write("\n");
  }
}
