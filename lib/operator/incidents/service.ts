import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { NewIncident, NewIncidentUpdate } from "./schema";

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
      ...{ action: "incident.opened", businessId: null, reason: titleEn, subject: id, about },
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
      ...{ businessId: null, reason: textEn.slice(0, 300), subject: id, about: { incidentId: id, status } },
    });
  });
}

const addUpdate = (tx: Transaction, incidentId: string, update: NewIncidentUpdate, at: Date) =>
  tx.incidentUpdate.create({ data: { ...update, id: newId("incidentUpdate"), incidentId, at }, select: { id: true } });
