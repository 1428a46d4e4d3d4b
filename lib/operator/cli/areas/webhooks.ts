import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { act } from "@/lib/operator/cli/act";
import { actorOptions, readActor, verb } from "@/lib/operator/cli/verb";
import { startWebhooks, stopWebhooks } from "@/lib/operator/stop-webhooks";
import { setLimit } from "@/lib/webhooks/endpoints/limit";

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
  verb({
    usage: "limit <business> <most>",
    about: "how many webhook endpoints a business, by its id or slug, may have: 10 unless changed, at most 100",
    options: actorOptions,
    async run(given) {
      const business = await getBusiness(given.args[0]);
      const most = Number(given.args[1]);
      const { operator, reason } = await readActor(given);
      await setLimit(operator, business.id, most, reason);
      return { lines: [`${business.name} (${business.id}) may have ${most} webhooks.`], data: { most } };
    },
  }),
];
