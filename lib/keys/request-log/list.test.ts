// @module-tag promise
import { expect, test } from "vitest";
import { roles } from "@/lib/access/principals/roles";
import { getKey } from "@/lib/keys/detail";
import { findOrigin } from "@/lib/keys/request-log/origin";
import { createKey } from "@/lib/keys/service";
import { getBalance } from "@/lib/money/wallet/balance";
import { clock } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { recordCalls } from "@/lib/speech/history/ingest";
import { getJob } from "@/lib/speech/history/list";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { listRejected } from "./list";
import { flushRejectedRequests, recordRejectedRequest } from "./record";

type Place = { businessId: string; keyId: string };

async function reject({ businessId, keyId }: Place, options: object = {}): Promise<string> {
  const requestId = newId("request");
  const detail = { address: null, param: "voiceId" };
  const row = { requestId, businessId, keyId, code: "VOICE_UNKNOWN", detail, method: "POST", path: "/tts" };
  await db.refusedRequest.create({ data: { ...row, createdAt: clock.now(), ...options } });
  return requestId;
}

test("the last ten rejected requests are listed, newest first, with code, field and key, for their business alone", async () => {
  const [member, nonMember] = [await makeMember(), await makeMember()];
  const { businessId } = member;
  const { id: keyId } = await createKey(member, makeKeySettings({ name: "Tổng đài" }));
  const sent: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const createdAt = new Date(+clock.now() - (12 - index) * 1000);
    sent.push(await reject({ businessId, keyId }, { createdAt }));
  }
  const listed = await listRejected(member);
  expect(listed.map(({ requestId }) => requestId)).toEqual(sent.toReversed().slice(0, 10));
  expect(listed[0]).toMatchObject({ code: "VOICE_UNKNOWN", field: "voiceId", keyName: "Tổng đài", path: "/tts" });
  expect(await listRejected(nonMember)).toEqual([]);
  const billing = await makeMember({ businessId, role: "billing" });
  await expect(listRejected(billing)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("a rejected request is on record once a flush has ended, also if another had begun to write it", async () => {
  const { businessId } = await makeMember();
  const requestId = newId("request");
  const rejected = { requestId, businessId, keyId: "key_none", keyHint: null, code: "VOICE_UNKNOWN", detail: {} };
  recordRejectedRequest({ ...rejected, method: "POST", path: "/tts", endedJob: false });
  const begun = flushRejectedRequests();
  await flushRejectedRequests();
  expect(await db.refusedRequest.count({ where: { requestId } })).toBe(1);
  await begun;
});

test("the key's page counts rejected requests of 30 days, with those for which a recorded one stands", async () => {
  const member = await makeMember();
  const { businessId } = member;
  const { id: keyId } = await createKey(member, makeKeySettings());
  await reject({ businessId, keyId });
  await reject({ businessId, keyId }, { standsFor: 100 });
  await reject({ businessId, keyId }, { createdAt: new Date(+clock.now() - 31 * 86_400_000) });
  expect((await getKey(member, keyId)).usage.rejected).toBe(101);
});

test("a job shows its code, field, key and request ID, and the key only to roles that see keys", async () => {
  const member = await makeMember();
  const { businessId } = member;
  const { id: keyId } = await createKey(member, makeKeySettings({ name: "Tổng đài" }));
  const requestId = await reject({ businessId, keyId }, { code: "PROVIDER_REJECTED", detail: { param: "config" } });
  const place = { businessId, keyId };
  const failed = makeFinished(place, { requestId, status: "failed", resultCode: "PROVIDER_REJECTED" });
  const done = makeFinished(place);
  await transaction((sql) => recordCalls(sql, [failed, done]));

  const job = await getJob(member, failed.trackingId);
  const said = { id: "errors.PROVIDER_REJECTED", values: { param: "config" } };
  const shown = { code: "PROVIDER_REJECTED", field: "config", said, requestId };
  const sought = { ...job, code: job.resultCode };
  expect(await findOrigin(member, sought)).toEqual({
    ...shown,
    key: { id: keyId, name: "Tổng đài", mode: "live", hint: expect.any(String), hasPage: true },
  });
  const billing = await makeMember({ businessId, role: "billing" });
  expect(await findOrigin(billing, sought)).toEqual({ ...shown, key: null });
  expect(await findOrigin(await makeMember(), sought)).toMatchObject({ field: null, key: null });
  const other = { ...(await getJob(member, done.trackingId)), code: null };
  expect(await findOrigin(member, other)).toMatchObject({ code: null, field: null, key: { name: "Tổng đài" } });
});

test.each(roles)("a %s sees the balance, in the rail as on the settings page", async (role) => {
  const member = await makeMember({ role, creditMilli: 1000n });
  expect((await getBalance(member)).availableMilli).toBe(1000n);
});
