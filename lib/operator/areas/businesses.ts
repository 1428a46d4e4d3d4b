import { getBusiness, listSuspended, resumeBusiness, suspendBusiness } from "@/lib/businesses/suspension/operate";
import { vietnamTime } from "@/lib/vietnam-time";
import { actorOptions, readActor, verb } from "../verb";

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
