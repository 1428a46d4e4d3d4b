import { actorOptions, readActor, UsageError, verb } from "@/lib/operator/cli/verb";
import { listPublicIncidents, openIncident, updateIncident } from "@/lib/operator/incidents/incidents";
import {
  incidentImpacts,
  incidentServices,
  incidentStatuses,
  openIncidentSchema,
  updateIncidentSchema,
} from "@/lib/operator/incidents/schema";
import { clock, days } from "@/lib/platform/clock";
import { regionCodes } from "@/lib/platform/regions";
import { vietnamTime } from "@/lib/platform/vietnam-time";

const texts = { "--text-vi <text>": "in Vietnamese", "--text-en <text>": "in English" } as const;
const as = { "--as <email>": actorOptions["--as <email>"] };
const ownReason = { reason: "an incident's text is its reason" };

export const verbs = [
  verb({
    usage: "list",
    about: "what is open, and what was resolved in the last 90 days",
    isDefault: true,
    async run() {
      const incidents = await listPublicIncidents(new Date(+clock.now() - days(90)));
      const lines = incidents.map(({ id, status, impact, region, services, title, startedAt }) =>
        [id, status, impact, region ?? "all regions", services.join(","), vietnamTime(startedAt), title.en].join("  "),
      );
      return { lines: [...lines, `${incidents.length} incidents`], data: incidents };
    },
  }),
  verb({
    usage: "open <service...>",
    about: `announces an incident of ${incidentServices.join(", ")} on the status page`,
    options: {
      "--impact <impact>": incidentImpacts.join(", "),
      "--region <region>": `${regionCodes.join(", ")}; all of them without it`,
      "--title-vi <title>": "in Vietnamese",
      "--title-en <title>": "in English",
      ...texts,
      ...as,
    },
    async run(given) {
      const incident = openIncidentSchema.safeParse({ ...given.options, services: given.args[0] });
      if (!incident.success) throw new UsageError(lacking(incident.error));
      const { operator } = await readActor({ ...given, options: { ...ownReason, ...given.options } });
      const id = await openIncident(operator, incident.data);
      return { lines: [`${id} is announced.`], data: { incidentId: id } };
    },
  }),
  verb({
    usage: "update <incident>",
    about: "adds an update; the status resolved ends the incident",
    options: { "--status <status>": incidentStatuses.join(", "), ...texts, ...as },
    async run(given) {
      const update = updateIncidentSchema.safeParse({ ...given.options, id: given.args[0] });
      if (!update.success) throw new UsageError(lacking(update.error));
      const { id, ...said } = update.data;
      const { operator } = await readActor({ ...given, options: { ...ownReason, ...given.options } });
      await updateIncident(operator, id, said);
      return { lines: [`${id} is ${said.status}.`], data: { incidentId: id, status: said.status } };
    },
  }),
];

const lacking = ({ issues }: { issues: readonly { path: PropertyKey[] }[] }) =>
  `Missing or invalid: ${[...new Set(issues.map(({ path }) => String(path[0])))].join(", ")}.`;
