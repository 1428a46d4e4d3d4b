import { startWebhooks, stopWebhooks } from "../stop-webhooks";
import { actorOptions, readActor, verb } from "../verb";

export const verbs = [
  verb({
    usage: "stop",
    about: "no delivery begins from the next second on; events are kept",
    options: actorOptions,
    async run(given) {
      const { operator, reason } = await readActor(given);
      await stopWebhooks(operator, reason);
      return { lines: ["No webhook is delivered until they are started."], data: { isStopped: true } };
    },
  }),
  verb({
    usage: "start",
    about: "starts them again, with everything that is due",
    options: actorOptions,
    async run(given) {
      const { operator, reason } = await readActor(given);
      await startWebhooks(operator, reason);
      return { lines: ["Webhooks are delivered."], data: { isStopped: false } };
    },
  }),
];
