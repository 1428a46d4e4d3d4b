import { act } from "@/lib/operator/cli/act";
import { startWebhooks, stopWebhooks } from "@/lib/operator/stop-webhooks";

export const verbs = [
  act({
    usage: "stop",
    about: "no delivery begins from the next second on; events are kept",
    async run({ operator, reason }) {
      await stopWebhooks(operator, reason);
      return { lines: ["No webhook is delivered until they are started."], data: { isStopped: true } };
    },
  }),
  act({
    usage: "start",
    about: "starts them again, with everything that is due",
    async run({ operator, reason }) {
      await startWebhooks(operator, reason);
      return { lines: ["Webhooks are delivered."], data: { isStopped: false } };
    },
  }),
];
