import "server-only";
import type pg from "pg";
import { audioStore } from "@/lib/audio/store-disk";
import { clock, hours, minutes } from "@/lib/clock";
import { hmac } from "@/lib/crypto";
import { db, withOwnConnection } from "@/lib/db";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { countInventory, fill, listMissing, listNameless, openInventory } from "./inventory-tables";

export type Missing = { trackingId: string; object: string };
export type Inventory = { expected: number; found: number; orphans: string[]; missing: Missing[] };

/** A call comes on record well within this after its first file was written. */
const namelessMs = minutes(20);

/**
 * Erases this region's files that have been nobody's for twenty minutes, such as those of a call whose process died.
 * Once a day, and whenever there were any, it also looks for missing files and keeps a signed record. Null without
 * one, and when another process is at it.
 */
export const takeInventory = (): Promise<Inventory | null> =>
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

async function compare(client: pg.ClientBase): Promise<Inventory | null> {
  const startedAt = clock.now();
  await openInventory(client);
  for await (const batch of listInBatches(5000)) await fill(client, batch);
  const orphans = await withoutYoung(await listNameless(client), new Date(startedAt.getTime() - namelessMs));
  for (const object of orphans) await eraseOrphan(object);
  if (orphans.length === 0 && !(await isDue())) return null;
  const missing = await confirmMissing(await listMissing(client, startedAt));
  for (const { trackingId } of missing) log.error({ trackingId }, "a call's file is missing");
  const inventory = { ...(await countInventory(client)), orphans, missing };
  await keep(inventory, startedAt);
  return inventory;
}

async function withoutYoung(objects: string[], storedBefore: Date): Promise<string[]> {
  const old: string[] = [];
  for (const object of objects) {
    const stored = await audioStore().open(object);
    if (stored && stored.storedAt < storedBefore) old.push(object);
  }
  return old;
}

/** One that cannot be erased is found again, and must not keep the others. */
const eraseOrphan = (object: string): Promise<void> =>
  audioStore()
    .delete(object)
    .then(
      () => log.error({ object }, "erased a file that no call names"),
      ({ code }: NodeJS.ErrnoException) => log.error({ object, code }, "a file that no call names could not be erased"),
    );

async function* listInBatches(size: number) {
  let batch: string[] = [];
  for await (const object of audioStore().list()) {
    batch.push(object);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** What was written or erased while the files were listed is not missing. */
async function confirmMissing(candidates: Missing[]): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const candidate of candidates) {
    const { trackingId, object } = candidate;
    if (await audioStore().open(object)) continue;
    const job = await db.job.findUnique({ where: { trackingId } });
    const isErased = job?.deletedAt || (job?.inputObject === object ? job.inputErasedAt : job?.erasedAt);
    if (!isErased) missing.push(candidate);
  }
  return missing;
}

async function keep(inventory: Inventory, takenAt: Date): Promise<void> {
  const row = { id: newId("inventory"), region: env.VANG_REGION, takenAt, ...inventory };
  await db.inventory.create({ data: { ...row, signature: signInventory(row) } });
}

type Row = Inventory & { id: string; region: string; takenAt: Date };

/** Our signature over all an inventory says. */
export const signInventory = ({ id, region, takenAt, expected, found, orphans, missing }: Row): string => {
  const named = missing.map(({ trackingId, object }) => [trackingId, object]);
  const said = [id, region, takenAt.toISOString(), expected, found, orphans, named];
  return hmac(env.VANG_LINK_SECRET, `inventory.${JSON.stringify(said)}`);
};
