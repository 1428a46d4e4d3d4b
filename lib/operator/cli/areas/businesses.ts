import { userInfo } from "node:os";
import {
  getBusiness,
  listSuspended,
  resumeBusiness,
  suspendBusiness,
} from "@/lib/access/businesses/suspension/operate";
import type { Operator } from "@/lib/access/principals/operator";
import { findLimits, setLimits } from "@/lib/businesses/limits/service";
import { addNote, type BusinessDetail, findBusiness } from "@/lib/operator/businesses/find";
import { listInTerminal } from "@/lib/operator/businesses/list";
import { businessFilterSchema, limitsSchema, noteSchema } from "@/lib/operator/businesses/schema";
import { actorOptions, readActor, rejectArguments, UsageError, verb } from "@/lib/operator/cli/verb";
import { formatMilli } from "@/lib/platform/amounts";
import { vietnamTime } from "@/lib/platform/vietnam-time";

const limitFlags: Record<string, string> = {
  requestsPerMinute: "--requests",
  concurrentCalls: "--concurrent",
  webhookLimit: "--webhooks",
  until: "--until",
};

export const verbs = [
  verb({
    usage: "list",
    about: "those that are suspended",
    isDefault: true,
    async run() {
      const businesses = await listSuspended();
      const lines = businesses.map(
        ({ id, slug, name, suspendedAt, suspendedReason }) =>
          `${id}  ${slug}  ${suspendedAt && vietnamTime(suspendedAt)}  ${name}: ${suspendedReason}`,
      );
      return { lines: [...lines, `${businesses.length} businesses are suspended`], data: businesses };
    },
  }),
  verb({
    usage: "find <text>",
    about: "by a part of the name, tax code, member's email, end of a key, or trackingId",
    async run({ args: [q] }) {
      const { rows, next } = await listInTerminal(businessFilterSchema.parse({ q }));
      const lines = rows.map(
        ({ id, slug, name, state, availableMilli }) =>
          `${id}  ${slug}  ${state}  ${formatMilli(availableMilli)} VND  ${name}`,
      );
      return { lines: [...lines, next ? "there are more: say more of it" : `${rows.length} found`], data: rows };
    },
  }),
  verb({
    usage: "show <business>",
    about: "balance, usage, limits, prices, members, endpoints and notes of one, by its id or slug",
    async run({ args: [idOrSlug] }) {
      const reader = { email: userInfo().username, via: "terminal" } as Operator;
      const business = await findBusiness(reader, idOrSlug);
      return { lines: describeBusiness(business), data: business };
    },
  }),
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
  verb({
    usage: "note <business> <text>",
    about: "adds a note that only the staff reads",
    options: { "--as <email>": "your email address" },
    async run(given) {
      const business = await getBusiness(given.args[0]);
      const note = noteSchema.safeParse({ id: business.id, text: given.args[1] });
      if (!note.success) throw new UsageError("Give a note of at most 2,000 characters.");
      const { operator } = await readActor({ ...given, options: { ...given.options, reason: "note" } });
      await addNote(operator, business.id, note.data.text);
      return { lines: [`The note about ${business.name} is added.`], data: { businessId: business.id } };
    },
  }),
  verb({
    usage: "suspend <business>",
    about: "takes a business, by its id or slug, out of use",
    options: actorOptions,
    async run(given) {
      const business = await getBusiness(given.args[0]);
      const { operator, reason } = await readActor(given);
      await suspendBusiness(operator, business, reason);
      return { lines: [`${business.name} (${business.id}) is suspended.`], data: { businessId: business.id } };
    },
  }),
  verb({
    usage: "resume <business>",
    about: "brings it back; its members do not read the reason",
    options: actorOptions,
    async run(given) {
      const business = await getBusiness(given.args[0]);
      const { operator, reason } = await readActor(given, "Why? ");
      await resumeBusiness(operator, business, reason);
      return { lines: [`${business.name} (${business.id}) is resumed.`], data: { businessId: business.id } };
    },
  }),
];

function describeBusiness({ id, slug, name, state, balance, ...rest }: BusinessDetail): string[] {
  const { limits, usage, prices, members, endpoints, notes } = rest;
  const vnd = (milli: bigint) => `${formatMilli(milli)} VND`;
  const until = limits.temporary ? ` until ${vietnamTime(limits.temporary.expiresAt)}` : "";
  return [
    `${name}  ${id}  ${slug}  ${state}`,
    `available ${vnd(balance.availableMilli)} (free ${vnd(balance.freeMilli)}), held ${vnd(balance.heldMilli)}, owes ${vnd(balance.owedMilli)}`,
    `limits: ${limits.requestsPerMinute} requests a minute, ${limits.concurrentCalls} concurrent, ${limits.webhookLimit} webhooks${until}`,
    ...usage.map(
      ({ group, requests, amountMilli }) => `30 days  ${group.service}  ${requests} requests  ${vnd(amountMilli)}`,
    ),
    ...prices.map((price) =>
      [
        "price",
        price.modelId,
        `${price.priceVnd} VND`,
        price.unit,
        price.businessId ? "own" : "general",
        vietnamTime(price.from),
      ].join("  "),
    ),
    ...members.map(({ email, role }) => `member  ${email}  ${role}`),
    ...endpoints.map(
      ({ id: endpointId, host, status, waiting }) => `webhook  ${endpointId}  ${host}  ${status}  ${waiting} waiting`,
    ),
    ...notes.map(
      ({ createdAt, author, text }) =>
        `note  ${vietnamTime(createdAt)}  ${author?.name ?? "terminal"}  ${JSON.stringify(text)}`,
    ),
  ];
}
