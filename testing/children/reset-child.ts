import { beginReset } from "@/lib/people/two-factor/reset/reset";
import { completeResets, remindOfResets } from "@/lib/people/two-factor/reset/run-waits";
import { sendMails } from "@/testing/harness/outbox";

// A process that dies right after one step of a factor reset.
const [, , step = "", token = ""] = process.argv;

const steps: Record<string, () => Promise<unknown>> = {
  begin: () => beginReset(token, { ip: null, userAgent: null }),
  remind: remindOfResets,
  complete: completeResets,
  send: sendMails,
};

await steps[step]?.();
process.kill(process.pid, "SIGKILL");
