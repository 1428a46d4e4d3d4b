import { closeDatabase } from "@/lib/db";
import { listSetAside, replay, type SetAside } from "./set-aside";

/**
 * `npm run replay`: tells which events are set aside and why. Those named, or `all`, are handed to the workers again;
 * its exit code is 1 when one that was named is not set aside.
 */
export async function replayFromTerminal(names: string[]): Promise<number> {
  const waiting = await listSetAside();
  const wanted = names.includes("all") ? waiting.map(({ key }) => key) : names;
  const lines = names.length === 0 ? tell(waiting) : await handOut(wanted);
  for (const line of lines) process.stdout.write(`${line}\n`);
  await closeDatabase();
  return wanted.every((name) => waiting.some(({ key }) => key === name)) ? 0 : 1;
}

const tell = (waiting: SetAside[]): string[] => [
  ...waiting.map(({ topic, key, failedAt, reason }) => `${key}  ${topic}  ${failedAt.toISOString()}  ${reason ?? ""}`),
  `${waiting.length} events are set aside; "npm run replay -- all", or their names instead, has them tried again`,
];

async function handOut(wanted: string[]): Promise<string[]> {
  const replayed = await replay(wanted);
  const unknown = wanted.filter((name) => !replayed.includes(name));
  return [...unknown.map((name) => `${name} is not set aside`), `${replayed.length} events are tried again`];
}
