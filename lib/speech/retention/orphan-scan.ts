import "server-only";
import type pg from "pg";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { hmac } from "@/lib/platform/crypto";
import { db, withOwnConnection } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { objectStore } from "@/lib/platform/objects/open";
import type { Listed } from "@/lib/platform/objects/store";
import { countScan, fill, listMissing, listOrphans, openScanTables } from "./orphan-scan-tables";

export type Missing = { trackingId: string; object: string };
export type OrphanScan = { expected: number; found: number; orphans: string[]; missing: Missing[] };

/** A call is recorded well within this time after its first file was written. */
const namelessMs = minutes(20);

/**
 * Deletes this region's files that belong to no call for twenty minutes. Once a day, and whenever there were such
 * files, also looks for missing ones and stores a signed record; null without one, and while another process runs it.
 */
export const scanForOrphans = (): Promise<OrphanScan | null> =>
  withOwnConnection(async (client) => {
    const lock = "SELECT pg_try_advisory_lock(hashtext('inventory'), hashtext($1)) AS taken";
    const { rows } = await client.query<{ taken: boolean }>(lock, [env.VANG_REGION]);
    return rows[0]?.taken ? compare(client) : null;
  });

async function isDue(): Promise<boolean> {
  const last = await db.inventory.findFirst({
    where: { region: env.VANG_REGION },
    orderBy: { takenAt: "desc" },
    select: { takenAt: true },
  });
  return !last || clock.now().getTime() - last.takenAt.getTime() >= hours(24);
}

async function compare(client: pg.ClientBase): Promise<OrphanScan | null> {
  const startedAt = clock.now();
  await openScanTables(client);
  for await (const batch of listInBatches(5000)) await fill(client, batch);
  const orphans = await withoutYoung(await listOrphans(client), new Date(startedAt.getTime() - namelessMs));
  for (const object of orphans) await eraseOrphan(object);
  if (orphans.length === 0 && !(await isDue())) return null;
  const missing = await confirmMissing(await listMissing(client, startedAt));
  for (const { trackingId } of missing) log.error({ trackingId }, "a call's file is missing");
  const inventory = { ...(await countScan(client)), orphans, missing };
  await keep(inventory, startedAt);
  return inventory;
}

async function withoutYoung(listed: Listed[], storedBefore: Date): Promise<string[]> {
  const old: string[] = [];
  for (const { object, storedAt = (await objectStore().open(object))?.storedAt } of listed)
    if (storedAt && storedAt < storedBefore) old.push(object);
  return old;
}

/** If one cannot be deleted, the next run finds it again; the others must not wait. */
const eraseOrphan = (object: string): Promise<void> =>
  objectStore()
    .delete(object)
    .then(
      () => log.error({ object }, "erased a file that no call names"),
      ({ code }: NodeJS.ErrnoException) => log.error({ object, code }, "a file that no call names could not be erased"),
    );

async function* listInBatches(size: number) {
  let batch: Listed[] = [];
  for await (const object of objectStore().list()) {
    batch.push(object);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Excludes objects that were written or erased during the listing. */
async function confirmMissing(candidates: Missing[]): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const candidate of candidates) {
    const { trackingId, object } = candidate;
    if (await objectStore().open(object)) continue;
    const job = await db.job.findUnique({ where: { trackingId } });
    const isErased = job?.deletedAt || (job?.inputObject === object ? job.inputErasedAt : job?.erasedAt);
    if (!isErased) missing.push(candidate);
  }
  return missing;
}

async function keep(inventory: OrphanScan, takenAt: Date): Promise<void> {
  const row = { id: newId("inventory"), region: env.VANG_REGION, takenAt, ...inventory };
  await db.inventory.create({ data: { ...row, signature: signScan(row) } });
}

type Row = OrphanScan & { id: string; region: string; takenAt: Date };

export const signScan = ({ id, region, takenAt, expected, found, orphans, missing }: Row): string => {
  const named = missing.map(({ trackingId, object }) => [trackingId, object]);
  const said = [id, region, takenAt.toISOString(), expected, found, orphans, named];
  return hmac(env.VANG_LINK_SECRET, `inventory.${JSON.stringify(said)}`);
};
