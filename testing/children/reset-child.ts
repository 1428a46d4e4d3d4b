import { sendPosted } from "@/lib/mail/post";
import { beginReset } from "@/lib/two-factor/reset/begin";
import { completeResets } from "@/lib/two-factor/reset/complete";
import { remindOfResets } from "@/lib/two-factor/reset/remind";

// A process that dies right after one step of a reset of factors, before it could do anything else.
const [, , step = "", token = ""] = process.argv;

const steps: Record<string, () => Promise<unknown>> = {
  begin: () => beginReset(token, { ip: null, userAgent: null }),
  remind: remindOfResets,
  complete: completeResets,
  send: sendPosted,
};

await steps[step]?.();
process.kill(process.pid, "SIGKILL");
