// @module-tag promise
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdCredit } from "@/lib/money/wallet/holds";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeKey, makeKeySettings, makeMember, suspend } from "@/prisma/factories";
import { makeLongJob } from "@/prisma/speech-factories";
import { startApi } from "@/testing/harness/api";
import { rotateKey } from "./rotate";
import { createKey, revokeKey } from "./service";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const ofItself = (secret: string) => api.get("/usage/me", secret);

test("any key reads what it spent itself, its cap, limits and what runs, and nothing of another key or business", async () => {
  const member = await makeMember({ creditMilli: 500_000_000n });
  const { businessId } = member;
  const one = await createKey(member, makeKeySettings({ name: "Khách A" }));
  const bounds = { monthlyCapMilli: 1_000_000n, requestsPerMinute: 30 };
  await db.apiKey.update({ where: { id: one.id }, data: bounds });
  const other = await createKey(member, makeKeySettings({ scopes: ["balance:read"], name: "Khách B" }));
  await makeMember({ creditMilli: 1000n });

  const trackingId = newId("tts");
  await holdCredit({ businessId, keyId: one.id, trackingId, amountMilli: 250_500n });
  await holdCredit({ businessId, keyId: one.id, trackingId: `${newId("stt")}.1.1`, amountMilli: 1n });
  await holdCredit({ businessId, keyId: other.id, trackingId: newId("tts"), amountMilli: 7000n });
  const soon = new Date(+clock.now() + minutes(1));
  const live = { trackingId: newId("stt"), businessId, keyId: one.id, call: {}, createdAt: soon, expiresAt: soon };
  await db.liveSession.create({ data: live });
  await makeLongJob(businessId, { keyId: one.id });

  const { status, json } = await ofItself(one.secret);
  expect(status).toBe(200);
  expect(json).toMatchObject({
    keyId: one.id,
    keyName: "Khách A",
    mode: "live",
    scopes: ["tts:execute"],
    expiresAt: null,
    spentVnd: 250.501,
    capVnd: 1000,
    leftVnd: 749.499,
    balanceVnd: null,
    jobs: 0,
    limits: { requestsPerMinute: 30 },
    running: { requests: 1, liveSessions: 1, longJobs: 1 },
  });
  expect(JSON.stringify(json)).not.toMatch(/Khách B|499742|499,742/);
  expect((await ofItself(other.secret)).json).toMatchObject({
    keyName: "Khách B",
    spentVnd: 7,
    capVnd: null,
    leftVnd: null,
    balanceVnd: 499_742.499,
    running: { requests: 1, liveSessions: 0, longJobs: 0 },
  });
  const tried = await makeKey(member, ["balance:read"], "test");
  expect((await ofItself(tried)).json).toMatchObject({ mode: "test", spentVnd: 0, balanceVnd: 1_000_000 });
});

test("an old secret says until when it works; a key that was revoked or whose business is suspended says nothing", async () => {
  const member = await makeMember();
  const { id, secret } = await createKey(member, makeKeySettings());
  const rotated = await rotateKey(member, id, "24");
  const old = (await ofItself(secret)).json;
  expect(Date.parse(String(old.expiresAt))).toBeGreaterThan(Date.now());
  expect((await ofItself(rotated.secret)).json).toMatchObject({ keyId: old.keyId, expiresAt: null });
  await suspend(member.businessId, "Nợ");
  expect((await ofItself(rotated.secret)).json).toMatchObject({ status: 403, code: "BUSINESS_SUSPENDED" });

  const lost = await makeMember();
  const key = await createKey(lost, makeKeySettings());
  await revokeKey(lost, key.id);
  expect((await ofItself(key.secret)).json).toMatchObject({ status: 401, code: "KEY_INVALID" });
  expect((await api.get("/usage/me")).json).toMatchObject({ status: 401, code: "KEY_MISSING" });
});
