import { closeDatabase } from "@/lib/db";
import { type DeadLetter, listDeadLetters, replay } from "./dead-letters";

/**
 * `npm run replay`: lists the dead letters and their reasons. Replays those named, or `all`; the exit code is 1 when a
 * named one is not a dead letter.
 */
export async function replayFromTerminal(names: string[]): Promise<number> {
  const waiting = await listDeadLetters();
  const wanted = names.includes("all") ? waiting.map(({ key }) => key) : names;
  const lines = names.length === 0 ? describeDeadLetters(waiting) : await handOut(wanted);
  for (const line of lines) process.stdout.write(`${line}\n`);
  await closeDatabase();
  return wanted.every((name) => waiting.some(({ key }) => key === name)) ? 0 : 1;
}

const describeDeadLetters = (waiting: DeadLetter[]): string[] => [
  ...waiting.map(({ topic, key, failedAt, reason }) => `${key}  ${topic}  ${failedAt.toISOString()}  ${reason ?? ""}`),
  `${waiting.length} events are set aside; "npm run replay -- all", or their names instead, has them tried again`,
];

async function handOut(wanted: string[]): Promise<string[]> {
  const replayed = await replay(wanted);
  const unknown = wanted.filter((name) => !replayed.includes(name));
  return [...unknown.map((name) => `${name} is not set aside`), `${replayed.length} events are tried again`];
}
