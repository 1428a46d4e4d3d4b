// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { clock, hours, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { findLiveKey } from "@/testing/harness/find-live-key";
import { getKey } from "./detail";
import { flushKeyUses, recordKeyUse } from "./last-used";
import { endOldSecret, rotateKey } from "./rotate";
import { overlaps } from "./schema";
import { createKey, listKeys, revokeKey } from "./service";

afterEach(() => clock.reset());

const dead = { code: "KEY_INVALID" };

async function makeRotating(overlap: (typeof overlaps)[number] = "24") {
  const member = await makeMember();
  const { id, secret: old } = await createKey(member, makeKeySettings({ monthlyCap: "1000" }));
  const { secret } = await rotateKey(member, id, overlap);
  return { member, id, old, secret };
}

test.each(overlaps)(
  "with an overlap of %s h both secrets open the key until it ends, then only the new",
  async (overlap) => {
    const { id, old, secret } = await makeRotating(overlap);
    clock.advance(Math.max(0, hours(Number(overlap)) - minutes(1)));
    const early = await findLiveKey(old).catch(() => null);
    expect(early?.keyId).toBe(overlap === "0" ? undefined : id);

    clock.advance(minutes(1));
    await expect(findLiveKey(old)).rejects.toMatchObject(dead);
    await expect(findLiveKey(secret)).resolves.toMatchObject({ keyId: id });
  },
);

test("a client that changes its secret some time in the overlap never has a failed request", async () => {
  const member = await makeMember();
  const { id, secret: first } = await createKey(member, makeKeySettings());
  const rotation = { secret: first };
  let client = first;
  const results = [];
  for (let minute = 0; minute < 48 * 60; minute += 10) {
    if (minute === 60) rotation.secret = (await rotateKey(member, id, "24")).secret;
    // It reads its configuration again an hour before the old secret ends.
    if (minute === 24 * 60) client = rotation.secret;
    results.push(await findLiveKey(client).then(({ keyId }) => keyId));
    clock.advance(minutes(10));
  }
  expect(new Set(results)).toEqual(new Set([id]));
  expect(client).not.toBe(first);
  await expect(findLiveKey(first)).rejects.toMatchObject(dead);
});

test("requests that run while the key is rotated are accepted, each with one of the two secrets", async () => {
  const member = await makeMember();
  const { id, secret: old } = await createKey(member, makeKeySettings());
  const calls = Array.from({ length: 60 }, () => findLiveKey(old));
  const [{ secret }] = await Promise.all([rotateKey(member, id, "1"), ...calls]);
  expect((await Promise.all([findLiveKey(old), findLiveKey(secret)])).map(({ keyId }) => keyId)).toEqual([id, id]);
});

test("the key stays the same: its id, its limits and its spending are those of both secrets", async () => {
  const { member, id, old, secret } = await makeRotating();
  const [byOld, byNew] = [await findLiveKey(old), await findLiveKey(secret)];
  expect(byOld).toEqual({
    ...byNew,
    secretId: byOld.secretId,
    keyHint: old.slice(-4),
    fingerprint: expect.any(String),
    expiresAt: expect.any(Date),
  });
  expect(byNew).toMatchObject({ keyId: id, secretId: id, monthlyCapMilli: 1_000_000n });
  expect(await listKeys(member)).toMatchObject([{ id, status: "rotating", hint: secret.slice(-4) }]);
});

test("rotating again in the overlap is rejected and interrupts no client, until the old secret is ended", async () => {
  const { member, id, old, secret } = await makeRotating();
  const again = { code: "CONFLICT", details: { message: "keys.stillRotating" } };
  await expect(rotateKey(member, id, "0")).rejects.toMatchObject(again);
  await expect(findLiveKey(old)).resolves.toBeDefined();
  await expect(findLiveKey(secret)).resolves.toBeDefined();

  await endOldSecret(member, id);
  await expect(findLiveKey(old)).rejects.toMatchObject(dead);
  const { secret: third } = await rotateKey(member, id, "1");
  await expect(findLiveKey(secret)).resolves.toBeDefined();
  await expect(findLiveKey(third)).resolves.toBeDefined();
  await expect(findLiveKey(old)).rejects.toMatchObject(dead);
});

test("of ten rotations at once, one happens", async () => {
  const member = await makeMember();
  const { id, secret: old } = await createKey(member, makeKeySettings());
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => rotateKey(member, id, "1")));
  const secrets = tries.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value.secret] : []));
  expect(secrets).toHaveLength(1);
  await expect(findLiveKey(secrets[0] ?? "")).resolves.toBeDefined();
  await expect(findLiveKey(old)).resolves.toBeDefined();
});

test("revoking a key in rotation ends both of its secrets at once", async () => {
  const { member, id, old, secret } = await makeRotating();
  await revokeKey(member, id);
  await expect(findLiveKey(old)).rejects.toMatchObject(dead);
  await expect(findLiveKey(secret)).rejects.toMatchObject(dead);
  await expect(rotateKey(member, id, "1")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an old secret ends with its key, however long its overlap was", async () => {
  const { id, old } = await makeRotating("168");
  await db.apiKey.update({ where: { id }, data: { expiresAt: new Date(clock.now().getTime() + minutes(1)) } });
  clock.advance(minutes(1));
  await expect(findLiveKey(old)).rejects.toMatchObject(dead);
});

test("the page shows whether the old secret is still used", async () => {
  const { member, id, old } = await makeRotating();
  expect((await getKey(member, id)).oldSecret).toMatchObject({ hint: old.slice(-4), lastUsedAt: null });

  const { secretId } = await findLiveKey(old);
  recordKeyUse({ secretId, ip: "203.0.113.9", service: "tts" });
  await flushKeyUses();
  const key = await getKey(member, id);
  expect(key.oldSecret).toMatchObject({ lastUsedAt: expect.any(Date), lastUsedIp: "203.0.113.9" });
  expect(key.lastUsedAt).toBeNull();

  clock.advance(hours(24) + seconds(1));
  expect((await getKey(member, id)).oldSecret).toBeNull();
});

test("a rotation is recorded in the audit log without either secret", async () => {
  const { member, id, old, secret } = await makeRotating();
  const events = await db.auditEvent.findMany({ where: { businessId: member.businessId, action: "key.rotated" } });
  expect(events).toMatchObject([{ subject: id, before: { hint: old.slice(-4) }, after: { hint: secret.slice(-4) } }]);
  expect(JSON.stringify(events[0]?.after)).not.toContain(secret.slice(10, 30));
});

test("another business rotates nothing and ends nothing", async () => {
  const { id, old, secret } = await makeRotating();
  const outsider = await makeMember();
  await expect(rotateKey(outsider, id, "0")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(endOldSecret(outsider, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const viewer = await makeMember({ role: "viewer" });
  await expect(rotateKey(viewer, id, "0")).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(endOldSecret(viewer, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(findLiveKey(old)).resolves.toBeDefined();
  await expect(findLiveKey(secret)).resolves.toBeDefined();
});
