import { afterEach, expect, test } from "vitest";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { findLiveKey } from "@/testing/harness/find-live-key";
import { getKey } from "./detail";
import { allowAddress, editKey, removeScope } from "./edit";
import { endOf, lastDayOf } from "./expiry";
import { newKeySchema } from "./schema";
import { createKey, revokeKey } from "./service";

afterEach(() => clock.reset());

const everything = {
  name: "Tổng đài miền Nam",
  scopes: ["tts:execute", "stt:execute"],
  expiresOn: "2030-06-30",
  allowedAddresses: "203.0.113.7\n10.0.0.0/8",
  requestsPerMinute: "30",
  concurrentCalls: "2",
  monthlyCap: "1.500.000 ₫",
} as const;

const settings = (options: object = {}) =>
  makeKeySettings({ ...everything, scopes: [...everything.scopes], ...options });

const auditOf = (businessId: string, action: string) => db.auditEvent.findMany({ where: { businessId, action } });

const complaintsOf = (input: object) =>
  newKeySchema.safeParse({ name: "x", scopes: ["tts:execute"], ...input }).error?.issues.map(({ message }) => message);

test("a key is created with all its settings, and authentication returns them", async () => {
  const member = await makeMember();
  const { id, secret } = await createKey(member, settings());

  const kept = {
    scopes: ["tts:execute", "stt:execute"],
    requestsPerMinute: 30,
    concurrentCalls: 2,
    monthlyCapMilli: 1_500_000_000n,
  };
  expect(await findLiveKey(secret)).toMatchObject({ keyId: id, secretId: id, ...kept, isListed: false });
  const allowedAddresses = ["203.0.113.7", "10.0.0.0/8"];
  expect(await getKey(member, id)).toMatchObject({
    ...kept,
    allowedAddresses,
    expiresAt: new Date("2030-06-30T17:00:00Z"),
  });
});

test("creating a key is recorded in the audit log, without its secret", async () => {
  const member = await makeMember();
  const { id, secret } = await createKey(member, settings());
  const [event] = await auditOf(member.businessId, "key.created");
  expect(event).toMatchObject({
    subject: id,
    actorId: member.userId,
    after: { monthlyCapMilli: "1500000000", hint: secret.slice(-4) },
  });
  const said = JSON.stringify(event, (_, value) => (typeof value === "bigint" ? String(value) : value));
  expect(said).not.toContain(secret.slice(10, 30));
});

test("an edit applies to the next request, and the audit log shows what changed, before and after", async () => {
  const member = await makeMember();
  const { id, secret } = await createKey(member, settings());
  await editKey(member, id, settings({ allowedAddresses: "", monthlyCap: "", name: "Tổng đài" }));

  expect(await findLiveKey(secret)).toMatchObject({ isListed: true, monthlyCapMilli: null });
  const [event, ...more] = await auditOf(member.businessId, "key.edited");
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    before: {
      name: "Tổng đài miền Nam",
      allowedAddresses: ["203.0.113.7", "10.0.0.0/8"],
      monthlyCapMilli: "1500000000",
    },
    after: { name: "Tổng đài", allowedAddresses: [], monthlyCapMilli: null },
  });
});

test("the key terms of a key are stored each once and logged, and a bad one is named", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, settings());
  await editKey(member, id, settings({ keyterms: "SePay\n sepay\nGò Vấp" }));
  expect((await getKey(member, id)).keyterms).toEqual(["SePay", "Gò Vấp"]);
  const [event] = await auditOf(member.businessId, "key.edited");
  expect(event).toMatchObject({ before: { keyterms: [] }, after: { keyterms: ["SePay", "Gò Vấp"] } });
  await expect(editKey(member, id, settings({ keyterms: "<b>" }))).rejects.toMatchObject({
    code: "INVALID_REQUEST",
    details: { param: "keyterms", values: { term: "<b>" } },
  });
});

test("that a key keeps nothing is stored, shown and logged", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, settings());
  await editKey(member, id, settings({ keepsNothing: "on" }));
  expect((await getKey(member, id)).keepsNothing).toBe(true);
  const [event] = await auditOf(member.businessId, "key.edited");
  expect(event).toMatchObject({ before: { keepsNothing: false }, after: { keepsNothing: true } });
});

test("saving a key without changes leaves no entry in the audit log", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, settings());
  await editKey(member, id, settings());
  expect(await auditOf(member.businessId, "key.edited")).toEqual([]);
});

test("another business and a viewer change nothing, and the other business does not learn that the key exists", async () => {
  const [member, outsider] = [await makeMember(), await makeMember()];
  const viewer = await makeMember({ role: "viewer", businessId: member.businessId });
  const { id } = await createKey(member, settings());
  const before = await getKey(member, id);

  const unknown = { code: "NOT_FOUND", details: { message: "keys.unknown" } };
  for (const known of [id, "key_00000000000000000000000000"]) {
    await expect(editKey(outsider, known, settings({ name: "Mine" }))).rejects.toMatchObject(unknown);
    await expect(removeScope(outsider, known, "stt:execute")).rejects.toMatchObject(unknown);
    await expect(getKey(outsider, known)).rejects.toMatchObject(unknown);
  }
  await expect(editKey(viewer, id, settings())).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(removeScope(viewer, id, "stt:execute")).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await getKey(member, id)).toEqual(before);
});

test("who has just lost the role widens no key by a request that still runs", async () => {
  const member = await makeMember({ role: "admin" });
  const { businessId, userId } = member;
  const { id } = await createKey(member, makeKeySettings({ allowedAddresses: "203.0.113.7" }));
  const where = { businessId_userId: { businessId, userId } };
  await db.membership.update({ where, data: { role: "viewer" }, select: { role: true } });
  const refused = { code: "FORBIDDEN" };
  await expect(allowAddress(member, id, "198.51.100.1")).rejects.toMatchObject(refused);
  await expect(editKey(member, id, makeKeySettings())).rejects.toMatchObject(refused);
  await db.membership.delete({ where, select: { role: true } });
  await expect(removeScope(member, id, "stt:execute")).rejects.toMatchObject(refused);
  expect(await db.apiKey.findUniqueOrThrow({ where: { id } })).toMatchObject({ allowedAddresses: ["203.0.113.7"] });
});

test("a revoked key stays as it was", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, settings());
  await revokeKey(member, id);
  await expect(editKey(member, id, settings({ name: "Again" }))).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a service is removed from a key in one step, but never the last one", async () => {
  const member = await makeMember();
  const { id, secret } = await createKey(member, settings());
  await removeScope(member, id, "stt:execute");
  expect((await findLiveKey(secret)).scopes).toEqual(["tts:execute"]);
  await expect(removeScope(member, id, "tts:execute")).rejects.toMatchObject({ code: "CONFLICT" });
});

test("a key works to the last millisecond of its last day in Vietnam, and not one longer", async () => {
  const { secret } = await createKey(await makeMember(), settings());
  const end = endOf("2030-06-30").getTime();
  clock.advance(end - 500 - clock.now().getTime());
  await expect(findLiveKey(secret)).resolves.toBeDefined();
  clock.advance(end - clock.now().getTime());
  await expect(findLiveKey(secret)).rejects.toMatchObject({ code: "KEY_INVALID" });
});

test("a day that is past or ten years away is rejected at its field", async () => {
  const member = await makeMember();
  const yesterday = lastDayOf(new Date(clock.now().getTime() - days(1)));
  const refused = { code: "INVALID_REQUEST", details: { param: "expiresOn" } };
  await expect(createKey(member, settings({ expiresOn: yesterday }))).rejects.toMatchObject(refused);
  await expect(createKey(member, settings({ expiresOn: "2999-12-31" }))).rejects.toMatchObject(refused);
});

test("the day shown is the day chosen", () => {
  expect(lastDayOf(endOf("2031-12-31"))).toBe("2031-12-31");
  expect(lastDayOf(endOf("2032-02-29"))).toBe("2032-02-29");
});

test.each(["requestsPerMinute", "concurrentCalls"] as const)(
  "a key's %s cannot exceed its business's, because that limit would apply first",
  async (field) => {
    const member = await makeMember();
    await db.business.update({ where: { id: member.businessId }, data: { [field]: 5 } });
    const refused = { code: "INVALID_REQUEST", details: { param: field, values: { max: 5 } } };
    const within = { requestsPerMinute: "5", concurrentCalls: "5" };
    await expect(createKey(member, settings({ ...within, [field]: "6" }))).rejects.toMatchObject(refused);
    const { id } = await createKey(member, settings({ ...within }));
    await expect(editKey(member, id, settings({ ...within, [field]: "6" }))).rejects.toMatchObject(refused);
  },
);

test("a secret pasted as the name is not stored", async () => {
  const member = await makeMember();
  const { secret } = await createKey(member, settings());
  const refused = { code: "INVALID_REQUEST", details: { param: "name", message: "keys.nameIsSecret" } };
  await expect(createKey(member, settings({ name: `my ${secret}` }))).rejects.toMatchObject(refused);
});

test.each(["0", "-5", "1,5", "0 ₫", "1.50", "12 000 00", "9999999999999", "nhiều", "1e9"])(
  "%j is not a monthly cap",
  (monthlyCap) => {
    expect(complaintsOf({ monthlyCap })).toEqual(["keys.monthlyCapInvalid"]);
  },
);

test.each(["0", "-1", "1.5", "01", "1000000", "x"])("%j is not a number of requests", (requestsPerMinute) => {
  expect(complaintsOf({ requestsPerMinute })).toEqual(["keys.countInvalid"]);
});

test.each(["2030-02-30", "30/06/2030", "tomorrow", "2030-6-1"])("%j is not a day", (expiresOn) => {
  expect(complaintsOf({ expiresOn })).toEqual(["keys.expiresOnInvalid"]);
});

test("allowing an address for a key that allows every address does not lock it to that one", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings({ allowedAddresses: "" }));
  await allowAddress(member, id, "203.0.113.7");
  expect(await db.apiKey.findUniqueOrThrow({ where: { id } })).toMatchObject({ allowedAddresses: [] });
});
