import { parseArgs } from "node:util";
import { closeDatabase } from "@/lib/db";
import { outboxKinds } from "@/lib/worker/outbox-kinds";
import { outboxBacklog } from "./backlog";
import { decodePayload } from "./kind";
import { type Chosen, dropMessages, type Listed, listMessages, retryMessages } from "./operate";

const shownRows = 100;
const usage = `usage: npm run outbox -- list | retry | drop  [--kind <kind>] [--id <id>]
  list   what waits or is dead, with the reason of its last failure
  retry  has dead messages tried again, and waiting ones at once
  drop   deletes dead messages, or a waiting one by its id; asks for --kind or --id`;

/** `npm run outbox`. Its exit code is 1 when nothing was found to retry or drop, and 2 for wrong arguments. */
export async function outboxFromTerminal(args: string[]): Promise<number> {
  const command = parse(args);
  if (!command) {
    print(usage);
    return 2;
  }
  try {
    return await perform(command);
  } finally {
    await closeDatabase();
  }
}

type Command = { verb: string; chosen: Chosen };

function parse(args: string[]): Command | undefined {
  try {
    const options = { kind: { type: "string" }, id: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [verb = "list", ...rest] = positionals;
    const isWhole = verb === "drop" && !values.kind && !values.id;
    if (!["list", "retry", "drop"].includes(verb) || rest.length > 0 || isWhole) return undefined;
    return { verb, chosen: { id: values.id, kind: values.kind } };
  } catch {
    return undefined;
  }
}

async function perform({ verb, chosen }: Command): Promise<number> {
  if (verb === "list") {
    for (const message of await listMessages(chosen, shownRows)) print(describeMessage(message));
    const { due, oldestDueSeconds, dead } = await outboxBacklog();
    print(`${due} are due, the oldest for ${oldestDueSeconds} s; ${dead} are dead`);
    return 0;
  }
  const count = verb === "retry" ? await retryMessages(chosen) : await dropMessages(chosen);
  print(verb === "retry" ? `${count} are tried again` : `${count} are deleted`);
  return count > 0 ? 0 : 1;
}

const describeMessage = ({ id, kind, state, attempts, at, payload, reason }: Listed): string =>
  [id, kind, state, `${attempts} attempts`, at.toISOString(), recipient(kind, id, payload), reason ?? ""].join("  ");

function recipient(name: string, id: string, payload: string): string {
  const kind = outboxKinds.find((known) => known.name === name);
  try {
    return kind ? kind.describe(decodePayload(kind, id, payload)) : "of an unknown kind";
  } catch {
    return "cannot be decrypted";
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`);
