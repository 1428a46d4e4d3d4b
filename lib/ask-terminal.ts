import { createInterface } from "node:readline/promises";

export type Ask = (question: string) => Promise<string>;

/** What the person at the terminal types; nothing where there is no terminal. */
export async function askTerminal(question: string): Promise<string> {
  if (!process.stdin.isTTY) return "";
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
