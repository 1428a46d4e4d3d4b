// @module-tag promise
import { afterEach, expect, test, vi } from "vitest";
import { admit } from "@/lib/keys/allow";
import { createPlaygroundKey } from "@/lib/keys/playground/create";
import { clock, minutes } from "@/lib/platform/clock";
import { hmac } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { findLiveKey } from "@/testing/harness/find-live-key";
import { liveKeysPerBusiness } from "./limits";
import { keySchema, newKeySchema } from "./schema";
import { isWellFormedSecret, mintSecret } from "./secret";
import { createKey, listKeys, revokeKey } from "./service";

// Settings are read on first use.
const earlierPepper = vi.hoisted(() => {
  const earlier = process.env.VANG_PEPPERS ?? "";
  process.env.VANG_PEPPERS = `2:${"n".repeat(43)},${earlier}`;
  return earlier.slice(2);
});

const production = makeKeySettings();
const alphabet = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-"];

afterEach(() => clock.reset());

test("every single wrong character, swap and truncation is detected without looking the key up", () => {
  const secret = mintSecret();
  expect(isWellFormedSecret(secret)).toBe(true);
  for (let place = 0; place < secret.length; place++) {
    for (const letter of alphabet) {
      const changed = secret.slice(0, place) + letter + secret.slice(place + 1);
      expect(isWellFormedSecret(changed)).toBe(changed === secret);
    }
    const swapped =
      secret.slice(0, place) + (secret[place + 1] ?? "") + (secret[place] ?? "") + secret.slice(place + 2);
    expect(isWellFormedSecret(swapped)).toBe(swapped === secret);
    expect(isWellFormedSecret(secret.slice(0, place))).toBe(false);
  }
  expect(isWellFormedSecret(secret.replace("live", "test"))).toBe(false);
});

test("the database holds no secret, only its fingerprint and last four characters", async () => {
  const { secret, id } = await createKey(await makeMember(), production);
  const row = JSON.stringify(await db.apiKey.findUnique({ where: { id } }));
  expect(row).not.toContain(secret);
  expect(row).not.toContain(secret.slice(10, 42));
  expect(row).toContain(secret.slice(-4));
});

test("a key created under an earlier pepper works like one created under the newest", async () => {
  const member = await makeMember();
  const [old, fresh] = [await createKey(member, production), await createKey(member, production)];
  const data = { pepperId: 1, fingerprint: hmac(earlierPepper, old.secret) };
  expect(await db.apiKey.update({ where: { id: old.id }, data, select: { pepperId: true } })).toEqual({ pepperId: 1 });
  for (const { secret, id } of [old, fresh]) {
    expect(await findLiveKey(secret)).toMatchObject({ keyId: id });
    expect(await admit(secret, { address: null, runs: false })).toMatchObject({ live: { key: { keyId: id } } });
  }
});

test("a revoked key is rejected from the next request on", async () => {
  const member = await makeMember();
  const { id, secret } = await createKey(member, production);
  await expect(findLiveKey(secret)).resolves.toMatchObject({ businessId: member.businessId, scopes: ["tts:execute"] });

  await revokeKey(member, id);
  await expect(findLiveKey(secret)).rejects.toMatchObject({ code: "KEY_INVALID" });
});

test("one business cannot revoke another's key, or learn that it exists", async () => {
  const [owner, outsider] = [await makeMember(), await makeMember()];
  const { id, secret } = await createKey(owner, production);

  await expect(revokeKey(outsider, id)).rejects.toMatchObject({
    code: "NOT_FOUND",
    details: { message: "keys.unknown" },
  });
  await expect(revokeKey(outsider, "key_never")).rejects.toMatchObject({
    code: "NOT_FOUND",
    details: { message: "keys.unknown" },
  });
  await expect(findLiveKey(secret)).resolves.toMatchObject({ businessId: owner.businessId });
  expect(await listKeys(outsider)).toEqual([]);
});

test("a viewer can see keys but not create or revoke them; the billing role cannot see them", async () => {
  const viewer = await makeMember({ role: "viewer" });
  await expect(createKey(viewer, production)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(revokeKey(viewer, "key_any")).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(listKeys(viewer)).resolves.toEqual([]);
  await expect(listKeys(await makeMember({ role: "billing" }))).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("a playground key is not listed and expires after half an hour", async () => {
  const member = await makeMember();
  const { secret } = await createPlaygroundKey(member);
  await expect(findLiveKey(secret)).resolves.toBeDefined();
  expect(await listKeys(member)).toEqual([]);

  clock.advance(minutes(30));
  await expect(findLiveKey(secret)).rejects.toMatchObject({ code: "KEY_INVALID" });
});

test("a well-formed key that was never issued is rejected like a revoked one", async () => {
  await expect(findLiveKey(mintSecret())).rejects.toMatchObject({ code: "KEY_INVALID", details: {} });
});

test("a business has a limited number of active keys, and revoking makes room", async () => {
  const member = await makeMember();
  const keys: { id: string }[] = [];
  while (keys.length < liveKeysPerBusiness) keys.push(await createKey(member, production));
  await expect(createKey(member, production)).rejects.toMatchObject({ code: "KEY_LIMIT_REACHED" });
  await revokeKey(member, keys[0]?.id ?? "");
  await expect(createKey(member, production)).resolves.toBeDefined();
});

test("a key without a name or a service is rejected with the field's own message", () => {
  const { error } = newKeySchema.safeParse({ name: "  " });
  expect(error?.issues.map(({ message }) => message)).toEqual(["keys.nameMissing", "keys.scopesMissing"]);
});

test("text that the database cannot store never reaches it", () => {
  expect(newKeySchema.safeParse({ name: "a\0b", scopes: ["tts:execute"] }).error?.issues[0]?.message).toBe(
    "keys.nameInvalid",
  );
  for (const id of ["key_\0", "", "key_1", "../key"]) expect(keySchema.safeParse({ id }).success).toBe(false);
});
