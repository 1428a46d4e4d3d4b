import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { type ForgottenValue, otherValue } from "./schema";

/** A key of metadata by which usage is counted. */
export type MetadataKey = {
  name: string;
  /** From then on everything is counted by it. */
  since: Date;
  /** Since then nothing more is. */
  removedAt: Date | null;
};

/** Those that a business chose, in the order in which it did, and then those that it removed. */
export async function listMetadataKeys(businessId: string): Promise<MetadataKey[]> {
  const select = { name: true, since: true, removedAt: true } as const;
  return db.usageMetadataKey.findMany({
    where: { businessId },
    select,
    orderBy: [{ removedAt: { sort: "desc", nulls: "first" } }, { since: "asc" }, { name: "asc" }],
  });
}

/** The names that usage can be split by. */
export async function getMetadataKeys(member: Member): Promise<MetadataKey[]> {
  requirePermission(member, "business:read");
  return listMetadataKeys(member.businessId);
}

/** What is counted already stays; a key that is chosen again is counted from then on. */
export async function setMetadataKeys(member: Member, names: readonly string[]): Promise<void> {
  requirePermission(member, "business:write");
  const { businessId } = member;
  const now = clock.now();
  await db.$transaction(async (tx) => {
    const rows = await tx.usageMetadataKey.findMany({ where: { businessId, removedAt: null }, select: { name: true } });
    const before = rows.map(({ name }) => name).sort();
    const after = names.toSorted();
    if (before.join() === after.join()) return;
    await tx.usageMetadataKey.updateMany({
      where: { businessId, removedAt: null, name: { notIn: after } },
      data: { removedAt: now },
    });
    for (const name of after.filter((one) => !before.includes(one)))
      await tx.usageMetadataKey.upsert({
        where: { businessId_name: { businessId, name } },
        create: { businessId, name, since: now },
        update: { since: now, removedAt: null },
        select: { name: true },
      });
    await recordAudit(tx, member, {
      action: "business.usage_keys_changed",
      before: { names: before.join(", ") },
      after: { names: after.join(", ") },
    });
  });
}

const columns = "key_id, service, model_id, voice_id, region, result, api";
const sums = ["jobs", "characters", "audio_ms", "amount_milli"];

const forget = `
  WITH forgotten AS (
    DELETE FROM usage_daily_metadata WHERE business_id = $1 AND name = $2 AND value = $3 RETURNING *
  ), unnamed AS (
    DELETE FROM usage_metadata_values WHERE business_id = $1 AND name = $2 AND value = $3
  )
  INSERT INTO usage_daily_metadata AS u (business_id, name, day, value, ${columns}, ${sums})
  SELECT business_id, name, day, '${otherValue}', ${columns}, ${sums} FROM forgotten
  ON CONFLICT (business_id, name, day, value, ${columns})
    DO UPDATE SET ${sums.map((sum) => `${sum} = u.${sum} + excluded.${sum}`)}
  RETURNING 1 AS moved`;

/** Counts what was used under a value as `other`, so that the value itself is gone. Throws NOT_FOUND for an unknown one. */
export async function forgetValue(member: Member, { name, value }: ForgottenValue): Promise<void> {
  requirePermission(member, "business:write");
  const { businessId } = member;
  if (value === otherValue) return;
  await db.$transaction(async (tx) => {
    const moved = await tx.$queryRawUnsafe<unknown[]>(forget, businessId, name, value);
    if (moved.length === 0) throw new AppError("NOT_FOUND", { param: "value", message: "usage.metadata.valueUnknown" });
    await recordAudit(tx, member, { action: "business.usage_value_forgotten", after: { name } });
  });
}
