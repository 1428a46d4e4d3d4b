import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { findLimits, setLimits } from "@/lib/businesses/limits/service";
import { limitsSchema } from "@/lib/operator/businesses/schema";
import { actorOptions, readActor, rejectArguments, verb } from "@/lib/operator/cli/verb";

const limitFlags: Record<string, string> = {
  requestsPerMinute: "--requests",
  concurrentCalls: "--concurrent",
  webhookLimit: "--webhooks",
  until: "--until",
};

export const verbs = [
  verb({
    usage: "limit <business>",
    about: "changes what its keys together may do; what is not given stays",
    options: {
      "--requests <count>": "requests per minute",
      "--concurrent <count>": "concurrent requests",
      "--webhooks <count>": "webhook endpoints",
      "--until <day>": "the last day, such as 2026-12-31, after which the former limits return",
      ...actorOptions,
    },
    async run(given) {
      const business = await getBusiness(given.args[0]);
      const { requests, concurrent, webhooks, until } = given.options;
      const now = await findLimits(business.id);
      const changed = { requestsPerMinute: requests, concurrentCalls: concurrent, webhookLimit: webhooks, until };
      // What stays can be outside of what may be set.
      const typed = limitsSchema.partial().safeParse(changed);
      if (!typed.success) rejectArguments(typed.error, (field) => limitFlags[field] ?? field);
      const limits = {
        requestsPerMinute: typed.data.requestsPerMinute ?? now.requestsPerMinute,
        concurrentCalls: typed.data.concurrentCalls ?? now.concurrentCalls,
        webhookLimit: typed.data.webhookLimit ?? now.webhookLimit,
        until: typed.data.until,
      };
      const { operator, reason } = await readActor(given, "Why? ");
      await setLimits(operator, business.id, limits, reason);
      return { lines: [`The limits of ${business.name} (${business.id}) are changed.`], data: limits };
    },
  }),
];
