import { afterEach, expect, test, vi } from "vitest";
import { audioStore } from "@/lib/audio/store-disk";
import { clock, days, hours, minutes } from "@/lib/clock";
import { db } from "@/lib/db";
import { ingest } from "@/lib/history/ingest";
import { log } from "@/lib/log";
import { speechFinished } from "@/lib/speech/finished";
import { openPostgresStream } from "@/lib/stream/postgres";
import { makeCaller } from "@/prisma/factories";
import { makeHeard, makeSpoken } from "@/prisma/speech-factories";
import { type Inventory, signInventory, takeInventory } from "./inventory";

afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

test("planted orphans and missing files are found in one run, and nothing else is touched", async () => {
  vi.spyOn(log, "error").mockImplementation(() => undefined);
  const caller = await makeCaller();
  const [whole, heard, robbed, waiting] = [
    await makeSpoken(caller, "một"),
    await makeHeard(caller, "hai", { inputExpiresAt: new Date(Date.now() + days(1)).toISOString() }),
    await makeSpoken(caller, "ba"),
    await makeSpoken(caller, "bốn"),
  ];
  await ingest([whole, heard, robbed].map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
  const stream = openPostgresStream();
  await stream.publish(speechFinished, { key: waiting.trackingId, payload: waiting });
  await stream.close();
  const orphans = [await audioStore().put(new Uint8Array(9), "mp3"), await audioStore().put(new Uint8Array(9), "wav")];
  await audioStore().delete(robbed.audioObject ?? "");

  clock.advance(hours(1) + minutes(1));
  const inventory = await takeInventory();
  expect(inventory?.orphans.toSorted()).toEqual(orphans.toSorted());
  expect(inventory?.missing).toEqual([{ trackingId: robbed.trackingId, object: robbed.audioObject }]);
  expect(inventory).toMatchObject({ expected: 4, found: 6 });
  for (const object of orphans) expect(await audioStore().open(object)).toBeNull();
  for (const object of [whole.audioObject, heard.inputObject, heard.contentObject, waiting.audioObject])
    expect(await audioStore().open(object ?? "")).not.toBeNull();

  const row = await db.inventory.findFirstOrThrow();
  expect(signInventory({ ...row, ...(inventory as Inventory) })).toBe(row.signature);
});

test("it is taken once a day, and what is younger than an hour is nobody's orphan yet", async () => {
  clock.advance(days(2));
  const [first, second] = await Promise.all([takeInventory(), takeInventory()]);
  expect([first, second].filter(Boolean)).toHaveLength(1);
  expect(await takeInventory()).toBeNull();
});
