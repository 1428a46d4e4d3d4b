// @module-tag promise
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { notificationContext, sweepNotifications } from "@/lib/money/bank/notifications/receive-notification";
import { clock, days, minutes } from "@/lib/platform/clock";
import { db, poolSize } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { asOwner } from "@/testing/harness/as-owner";

Object.assign(process.env, {
  SEPAY_API_KEYS: "apikey-new,apikey-old",
  SEPAY_WEBHOOK_SECRETS: "whsec-next, whsec-now",
  PAYOS_CHECKSUM_KEYS: "payos-key",
  VANG_TRUSTED_PROXIES: "127.0.0.0/8,::1",
});
const { createApi } = await import("@/lib/api/app");
const api = createApi();

beforeEach(() => db.bankNotification.deleteMany());
afterEach(() => clock.reset());

const body = JSON.stringify({ id: 1, transferAmount: 50000, content: "Nguyễn Văn A" });

const post = (path: string, headers: Record<string, string>, sent: BodyInit = body) =>
  api.request(path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: sent });

function signed(text: string, { secret = "whsec-now", at = clock.now() } = {}) {
  const timestamp = String(Math.floor(+at / 1000));
  const signature = createHmac("sha256", secret).update(`${timestamp}.${text}`).digest("hex");
  return { "x-sepay-timestamp": timestamp, "x-sepay-signature": `sha256=${signature}` };
}

const stored = () => db.bankNotification.findMany({ orderBy: { id: "asc" } });

test("a verified notification is stored with its bytes, encrypted, before it is answered", async () => {
  for (const headers of [
    signed(body),
    signed(body, { secret: "whsec-next" }),
    { authorization: "Apikey apikey-old" },
  ]) {
    const response = await post("/bank/sepay", headers);
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
  }
  const rows = await stored();
  expect(rows).toHaveLength(3);
  for (const row of rows) {
    expect(row).toMatchObject({ provider: "sepay", status: "pending", reason: null, contentType: "application/json" });
    expect(row.encryptedBody).not.toContain(Buffer.from(body).toString("base64").slice(0, 20));
    const bytes = Buffer.from(decrypt(row.encryptedBody, notificationContext(row.id)), "base64");
    expect(bytes.toString()).toBe(body);
    expect(() => decrypt(row.encryptedBody, notificationContext("bnk_other"))).toThrow();
  }
});

test("a forged, a stale and a replayed notification of too long ago get 401 and are stored with the reason", async () => {
  const sent = signed(body);
  const wrong = {
    ...sent,
    "x-sepay-signature": sent["x-sepay-signature"].replace(/.$/, (last) => (last === "0" ? "1" : "0")),
  };
  const answers = [
    await post("/bank/sepay", wrong),
    await post("/bank/sepay", signed(body, { at: new Date(+clock.now() - minutes(6)) })),
    await post("/bank/sepay", {}),
    await post("/bank/payos", {}),
  ];
  clock.advance(minutes(6));
  answers.push(await post("/bank/sepay", sent));
  for (const answer of answers) expect([answer.status, await answer.json()]).toEqual([401, { success: false }]);
  const stale = "the timestamp differs from now by more than 5 minutes";
  expect((await stored()).map(({ status, reason }) => [status, reason])).toEqual([
    ["rejected", "the signature is wrong"],
    ["rejected", stale],
    ["rejected", "there is no API key and no signature"],
    ["rejected", "the body is not signed data in JSON"],
    ["rejected", stale],
  ]);
});

test("a provider without settings answers as for a wrong signature", async () => {
  const response = await post("/bank/casso", { "x-casso-signature": `t=1,v1=${"0".repeat(128)}` });
  expect([response.status, await response.json()]).toEqual([401, { success: false }]);
});

test("after a secret was rotated twice only the listed ones are accepted", async () => {
  expect((await post("/bank/sepay", signed(body, { secret: "whsec-before" }))).status).toBe(401);
  expect((await post("/bank/sepay", { authorization: "Apikey apikey-before" })).status).toBe(401);
  expect((await post("/bank/sepay", { authorization: "Apikey apikey-new" })).status).toBe(200);
});

test("of rejected ones at most 60 a minute from one network are stored, and verified ones always", async () => {
  const server = createServer(getRequestListener(api.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const from = (address: string, headers: Record<string, string>) =>
    fetch(`${url}/bank/sepay`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address, ...headers },
      body,
    });
  const forged = await Promise.all(Array.from({ length: 80 }, (_, at) => from(`203.0.113.${at}`, {})));
  expect(new Set(forged.map(({ status }) => status))).toEqual(new Set([401]));
  expect(await db.bankNotification.count()).toBe(60);
  expect((await from("203.0.113.7", { authorization: "Apikey apikey-new" })).status).toBe(200);
  expect((await from("198.51.100.7", {})).status).toBe(401);
  expect(await db.bankNotification.count()).toBe(62);
  server.close();
});

test("more than 16 kB are rejected unread, other methods and other providers do not exist", async () => {
  expect((await post("/bank/sepay", signed(body), "x".repeat(16 * 1024 + 1))).status).toBe(413);
  expect((await api.request("/bank/sepay")).status).toBe(405);
  expect((await post("/bank/momo", {})).status).toBe(404);
  expect(await stored()).toEqual([]);
});

test("a notification that cannot be stored within 2 seconds gets 503, and its repetition 200", async () => {
  await asOwner(async (client) => {
    await client.query("BEGIN; LOCK TABLE bank_notifications IN ACCESS EXCLUSIVE MODE");
    const startedAt = performance.now();
    const response = await post("/bank/sepay", signed(body));
    expect(response.status).toBe(503);
    expect(performance.now() - startedAt).toBeLessThan(2000);
    await client.query("ROLLBACK");
  });
  expect((await post("/bank/sepay", signed(body))).status).toBe(200);
});

test("while other work holds every database connection, notifications are stored within 2 seconds", async () => {
  const busy = Promise.all(Array.from({ length: poolSize }, () => db.$queryRaw`SELECT pg_sleep(2.2)::text`));
  const startedAt = performance.now();
  const answers = await Promise.all(Array.from({ length: 30 }, () => post("/bank/sepay", signed(body))));
  expect(performance.now() - startedAt).toBeLessThan(2000);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await busy;
});

test("notifications are deleted after 30 days, but none that waits", async () => {
  await post("/bank/sepay", signed(body));
  await post("/bank/sepay", {});
  clock.advance(days(30) - minutes(1));
  expect(await sweepNotifications()).toBe(0);
  clock.advance(minutes(2));
  expect(await sweepNotifications()).toBe(1);
  expect(await stored()).toMatchObject([{ status: "pending" }]);
});
