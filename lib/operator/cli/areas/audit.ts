import { listPlatformActs } from "@/lib/access/audit/platform-acts";
import { verifyAudit } from "@/lib/access/audit/verify";
import type { Break } from "@/lib/access/audit/walk";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { verb } from "@/lib/operator/cli/verb";
import { vietnamTime } from "@/lib/platform/vietnam-time";

export const verbs = [
  verb({
    usage: "verify",
    about: "verifies every business's audit log; the exit code is 1 if one was modified",
    isDefault: true,
    async run() {
      const startedAt = performance.now();
      const result = await verifyAudit();
      const { links, chains, breaks } = result;
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const lines = breaks.map(
        ({ where, sequence, problem }) =>
          `${where}${sequence === null ? "" : `, entry ${sequence}`}: ${words[problem]}`,
      );
      const found = breaks.length === 0 ? "all whole" : `${breaks.length} breaks`;
      const summary = `${links} entries in ${chains} audit logs, ${found} (${seconds} s)`;
      return { lines: [...lines, summary], data: result, isOk: breaks.length === 0 };
    },
  }),
  verb({
    usage: "acts [business]",
    about: "what operators did, to a business or to all",
    async run({ args: [name] }) {
      const acts = await listPlatformActs(name === undefined ? null : (await getBusiness(name)).id);
      const lines = acts.map(
        ({ at, action, operator, details }) => `${vietnamTime(at)}  ${action}  ${operator}  ${JSON.stringify(details)}`,
      );
      return { lines, data: acts };
    },
  }),
];

const words: Record<Break["problem"], string> = {
  changed: "was edited, or written by someone else",
  order: "does not follow the one before it: some were taken out, put in or moved",
  head: "is not where the log's head says it ends",
  anchor: "was kept outside the database, and is gone or another",
  details: "has details beside it that were edited, or that it never had",
  file: "is not a file of heads as we wrote it",
};
