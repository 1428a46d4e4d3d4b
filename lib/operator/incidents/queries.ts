import "server-only";
import { requireRight, type StaffMember } from "@/lib/access/principals/staff";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { RegionCode } from "@/lib/platform/regions";
import type { IncidentGetPayload } from "@/prisma/generated/models";
import type { IncidentFilter, IncidentImpact, IncidentService, IncidentStatus } from "./schema";

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
  ...{ id: rest.id, startedAt: rest.startedAt, resolvedAt: rest.resolvedAt },
  region: region as RegionCode | null,
  services: services as IncidentService[],
  impact: impact as IncidentImpact,
  status: status as IncidentStatus,
  title: { vi: titleVi, en: titleEn },
  updates: rest.updates.map(({ id, status, textVi, textEn, at }) => ({
    ...{ id, at, status: status as IncidentStatus, text: { vi: textVi, en: textEn } },
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
