import { afterEach, expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { allowAddress, editKey } from "@/lib/keys/edit";
import { flushRejectedRequests, recordRejectedRequest } from "@/lib/keys/request-log/record";
import { rotateKey } from "@/lib/keys/rotate";
import { createKey, revokeKey } from "@/lib/keys/service";
import { clock, days, hours } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { translate } from "@/lib/platform/i18n/translate";
import { newId } from "@/lib/platform/ids";
import { recordCalls } from "@/lib/speech/history/ingest";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { diagnose } from "./diagnose";

afterEach(() => clock.reset());

const everyScope = ["tts:execute" as const, "stt:execute" as const];

async function makeRefused(member: Member, keyId: string, code: string, detail: Record<string, string | number>) {
  const requestId = newId("request");
  const { businessId } = member;
  const key = { businessId, keyId, keyHint: null };
  recordRejectedRequest({ requestId, ...key, code, detail, method: "POST", path: "/tts", endedJob: false });
  await flushRejectedRequests();
  return requestId;
}

test("a request from an address that is not allowed is shown with the address, and the step that allows it", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings({ allowedAddresses: "10.0.0.0/8" }));
  const requestId = await makeRefused(member, id, "IP_NOT_ALLOWED", { address: "203.0.113.7" });

  const result = await diagnose(member, `  ${requestId}\n`);
  expect(result).toMatchObject({ kind: "refused", code: "IP_NOT_ALLOWED", isFixed: false, fix: "allow-address" });
  expect(result).toMatchObject({ values: { address: "203.0.113.7" }, key: { id }, since: expect.any(Date) });

  await allowAddress(member, id, "203.0.113.7");
  expect(await diagnose(member, requestId)).toMatchObject({ isFixed: true, fix: "none" });
});

test("a rule is shown with the moment since which it applies", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings({ scopes: everyScope }));
  clock.advance(hours(3));
  await editKey(member, id, makeKeySettings({ scopes: ["tts:execute"] }));
  const since = clock.now().getTime();
  clock.advance(hours(3));
  const requestId = await makeRefused(member, id, "SCOPE_MISSING", { scope: "stt:execute" });
  clock.advance(hours(3));
  await editKey(member, id, makeKeySettings({ scopes: ["tts:execute"], name: "Renamed" }));

  const result = await diagnose(member, requestId);
  expect(result).toMatchObject({ kind: "refused", isFixed: false, fix: "edit-key" });
  expect(result.kind === "refused" && Math.abs((result.since?.getTime() ?? 0) - since)).toBeLessThan(60_000);
});

test.each([
  ["RATE_LIMITED_KEY", "edit-key"],
  ["CONCURRENCY_LIMITED_KEY", "edit-key"],
  ["SPEND_CAP_REACHED", "edit-key"],
  ["RATE_LIMITED_BUSINESS", "none"],
  ["INSUFFICIENT_CREDIT", "none"],
  ["TEXT_EMPTY", "none"],
])("of %s the page can offer: %s", async (code, fix) => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings());
  expect(await diagnose(member, await makeRefused(member, id, code, { limit: 5 }))).toMatchObject({ code, fix });
});

test.each(["limit", "most"])("the limit of a rejected request is shown, recorded as %s", async (name) => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings());
  const diagnosis = await diagnose(member, await makeRefused(member, id, "RATE_LIMITED_KEY", { [name]: 5 }));
  const { values } = diagnosis as { values: Record<string, number> };
  expect(translate("en", "diagnostics.rules.RATE_LIMITED_KEY", values)).toContain("limit of 5 requests");
});

test("the request of an inactive key is shown with what ended the key, and when", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings());
  await revokeKey(member, id);
  const since = clock.now().toISOString();
  const requestId = await makeRefused(member, id, "KEY_INVALID", { reason: "revoked", since });
  expect(await diagnose(member, requestId)).toMatchObject({
    reason: "revoked",
    since: new Date(since),
    fix: "another-key",
    isFixed: false,
  });
});

test("an expired key can be extended, and then the request's rule is fixed", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings());
  const expiresAt = clock.now();
  await db.apiKey.update({ where: { id }, data: { expiresAt } });
  const detail = { reason: "expired", since: expiresAt.toISOString() };
  const requestId = await makeRefused(member, id, "KEY_INVALID", detail);
  expect(await diagnose(member, requestId)).toMatchObject({ fix: "edit-key", isFixed: false });

  await editKey(member, id, makeKeySettings());
  expect(await diagnose(member, requestId)).toMatchObject({ fix: "none", isFixed: true });
});

test("a successful request and a failed one are found by their trackingId", async () => {
  const member = await makeMember();
  const { id } = await createKey(member, makeKeySettings());
  const caller = { businessId: member.businessId, keyId: id };
  const requestId = newId("request");
  const worked = makeFinished(caller, { requestId });
  const failed = makeFinished(caller, { status: "failed", resultCode: "PROVIDER_FAILED", amountMilli: "0" });
  await transaction((sql) => recordCalls(sql, [worked, failed]));
  expect(await diagnose(member, worked.trackingId)).toMatchObject({ kind: "worked", key: { id } });
  expect(await diagnose(member, requestId)).toEqual(await diagnose(member, worked.trackingId));
  expect(await diagnose(member, failed.trackingId)).toMatchObject({ kind: "failed", code: "PROVIDER_FAILED" });
});

test("a key is found by itself, by its short form and by its last four characters", async () => {
  const member = await makeMember();
  const { id, secret } = await createKey(member, makeKeySettings());
  const hint = secret.slice(-4);
  for (const text of [secret, `vang_live_…${hint}`, `vang_live_...${hint}`, `…${hint}`, hint]) {
    expect(await diagnose(member, text)).toMatchObject({ kind: "keys", keys: [{ id, status: "active" }] });
  }
});

test("an old secret is shown as one, with its end and the key that replaced it", async () => {
  const member = await makeMember();
  const { id, secret: old } = await createKey(member, makeKeySettings());
  await rotateKey(member, id, "1");
  clock.advance(days(1));
  const keys = [{ id, hint: old.slice(-4), status: "active", oldUntil: expect.any(Date) }];
  expect(await diagnose(member, old)).toMatchObject({ kind: "keys", keys });
});

test("a mistyped key is shown as mistyped, without a look-up", async () => {
  const member = await makeMember();
  const { secret } = await createKey(member, makeKeySettings());
  expect(await diagnose(member, `${secret.slice(0, -1)}${secret.endsWith("a") ? "b" : "a"}`)).toEqual({
    kind: "mistyped",
  });
  expect(await diagnose(member, secret.slice(0, -3))).toEqual({ kind: "mistyped" });
});

test("another business's ids are as unknown as ids that do not exist", async () => {
  const [owner, outsider] = [await makeMember(), await makeMember()];
  const { id, secret } = await createKey(owner, makeKeySettings());
  const workedAs = newId("request");
  const worked = makeFinished({ businessId: owner.businessId, keyId: id }, { requestId: workedAs });
  await transaction((sql) => recordCalls(sql, [worked]));
  const requestId = await makeRefused(owner, id, "IP_NOT_ALLOWED", { address: "203.0.113.7" });

  const unknown = [newId("request"), newId("tts"), newId("stt"), "zzzz", "hello there", "1", "📎", "vang_live_"];
  for (const text of [requestId, workedAs, worked.trackingId, secret, secret.slice(-4), ...unknown]) {
    expect(await diagnose(outsider, text)).toEqual({ kind: "unknown" });
  }
});

test("a role that may not see keys may not ask about them", async () => {
  const accountant = await makeMember({ role: "billing" });
  await expect(diagnose(accountant, "abcd")).rejects.toMatchObject({ code: "FORBIDDEN" });
});
