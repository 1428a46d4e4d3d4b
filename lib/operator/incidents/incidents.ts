import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { requireRight, type StaffMember } from "@/lib/access/principals/staff";
import { clock } from "@/lib/platform/clock";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { RegionCode } from "@/lib/platform/regions";
import type { IncidentGetPayload } from "@/prisma/generated/models";
import type {
  IncidentFilter,
  IncidentImpact,
  IncidentService,
  IncidentStatus,
  NewIncident,
  NewIncidentUpdate,
} from "./schema";

export type PublicIncident = {
  id: string;
  /** Null: all of them. */
  region: RegionCode | null;
  services: IncidentService[];
  impact: IncidentImpact;
  status: IncidentStatus;
  title: { vi: string; en: string };
  startedAt: Date;
  resolvedAt: Date | null;
  /** The newest first; there is always one. */
  updates: { id: string; status: IncidentStatus; text: { vi: string; en: string }; at: Date }[];
};

const updates = { updates: { orderBy: { id: "desc" } } } as const;
const newestFirst = [{ startedAt: "desc" }, { id: "desc" }] as const;

type Stored = IncidentGetPayload<{ include: typeof updates }>;

const publicView = ({ region, services, impact, status, titleVi, titleEn, ...rest }: Stored): PublicIncident => ({
  id: rest.id,
  startedAt: rest.startedAt,
  resolvedAt: rest.resolvedAt,
  region: region as RegionCode | null,
  services: services as IncidentService[],
  impact: impact as IncidentImpact,
  status: status as IncidentStatus,
  title: { vi: titleVi, en: titleEn },
  updates: rest.updates.map(({ id, status, textVi, textEn, at }) => ({
    id,
    at,
    status: status as IncidentStatus,
    text: { vi: textVi, en: textEn },
  })),
});

/** For everyone: what is open, and what was resolved after `since`, the newest first, at most 100. */
export async function listPublicIncidents(since: Date): Promise<PublicIncident[]> {
  const found = await db.incident.findMany({
    where: { OR: [{ resolvedAt: null }, { resolvedAt: { gte: since } }] },
    orderBy: [...newestFirst],
    include: updates,
    take: 100,
  });
  return found.map(publicView);
}

const pageSize = 40;

/** Incidents that match, the newest first. Throws INVALID_REQUEST for an invalid cursor. */
export async function listIncidents(staff: StaffMember, filter: IncidentFilter, cursor?: string) {
  requireRight(staff, "read");
  const found = await db.incident.findMany({
    where: {
      region: filter.region,
      ...(filter.state && { resolvedAt: filter.state === "open" ? null : { not: null } }),
      AND: afterCursor(cursor, { time: "startedAt" }),
    },
    orderBy: [...newestFirst],
    include: updates,
    take: pageSize + 1,
  });
  const { rows, next } = cutPage(found, pageSize, ({ startedAt, id }) => ({ createdAt: startedAt, id }));
  return { rows: rows.map(publicView), next };
}

/** Throws NOT_FOUND. */
export async function findIncident(staff: StaffMember, id: string): Promise<PublicIncident> {
  requireRight(staff, "read");
  const found = await db.incident.findUnique({ where: { id }, include: updates });
  if (!found) throw new AppError("NOT_FOUND");
  return publicView(found);
}

/** Announces an incident on the status page at once. Returns its ID. */
export async function openIncident(operator: Operator, { textVi, textEn, ...incident }: NewIncident): Promise<string> {
  requireOperatorRight(operator, "work");
  const [id, at] = [newId("incident"), clock.now()];
  const { impact, titleEn, region, services } = incident;
  await db.$transaction(async (tx) => {
    const data = { ...incident, id, region: region || null, status: "investigating", startedAt: at };
    await tx.incident.create({ data, select: { id: true } });
    await addUpdate(tx, id, { status: "investigating", textVi, textEn }, at);
    const about = { incidentId: id, impact, region: region || "all", services: services.join(", ") };
    await recordPlatformAct(tx, operator, {
      action: "incident.opened",
      businessId: null,
      reason: titleEn,
      subject: id,
      about,
    });
  });
  return id;
}

/** Adds an update; one that says `resolved` ends the incident. Throws StaffError once it is resolved. */
export async function updateIncident(operator: Operator, id: string, update: NewIncidentUpdate): Promise<void> {
  requireOperatorRight(operator, "work");
  const at = clock.now();
  const { status, textEn } = update;
  await db.$transaction(async (tx) => {
    const where = { id, resolvedAt: null };
    const resolvedAt = status === "resolved" ? at : null;
    const { count } = await tx.incident.updateMany({ where, data: { status, resolvedAt } });
    if (count === 0) throw new StaffError("operator.errors.noOpenIncident", { id });
    await addUpdate(tx, id, update, at);
    await recordPlatformAct(tx, operator, {
      action: status === "resolved" ? "incident.resolved" : "incident.updated",
      businessId: null,
      reason: textEn.slice(0, 300),
      subject: id,
      about: { incidentId: id, status },
    });
  });
}

const addUpdate = (tx: Transaction, incidentId: string, update: NewIncidentUpdate, at: Date) =>
  tx.incidentUpdate.create({ data: { ...update, id: newId("incidentUpdate"), incidentId, at }, select: { id: true } });
