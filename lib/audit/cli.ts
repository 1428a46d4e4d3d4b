import { closeDatabase } from "@/lib/db";
import { verifyAudit } from "./verify";
import type { Break } from "./walk";

const words: Record<Break["problem"], string> = {
  changed: "was edited, or written by someone else",
  order: "does not follow the one before it: some were taken out, put in or moved",
  head: "is not where the log's head says it ends",
  anchor: "was kept outside the database, and is gone or another",
  details: "has details beside it that were edited, or that it never had",
  file: "is not a file of heads as we wrote it",
};

/** `npm run audit`: verifies every business's audit log. Exits with code 1 if one was modified. */
export async function verifyFromTerminal(): Promise<number> {
  const startedAt = performance.now();
  const { links, chains, breaks } = await verifyAudit();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  for (const { where, sequence, problem } of breaks) {
    process.stdout.write(`${where}${sequence === null ? "" : `, entry ${sequence}`}: ${words[problem]}\n`);
  }
  const result = breaks.length === 0 ? "all whole" : `${breaks.length} breaks`;
  process.stdout.write(`${links} entries in ${chains} audit logs, ${result} (${seconds} s)\n`);
  await closeDatabase();
  return breaks.length === 0 ? 0 : 1;
}
