// @module-tag promise
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, expect, test } from "vitest";
import { createApi } from "@/lib/api/app";
import { mintSecret } from "@/lib/keys/secret";
import { createKey } from "@/lib/keys/service";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { listKeptMails } from "@/lib/platform/mail/dev-mailbox";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { findLiveKey } from "@/testing/harness/find-live-key";
import { mailIsSent } from "@/testing/harness/mailbox";

const pair = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
const [scanner, outsider] = [pair(), pair()];
const published = new Map([["k1", scanner.publicKey]]);
let fetches = 0;

const site = createServer((_, answer) => {
  fetches += 1;
  const public_keys = [...published].map(([key_identifier, key]) => ({
    key_identifier,
    key: key.export({ type: "spki", format: "pem" }),
    is_current: true,
  }));
  answer.setHeader("content-type", "application/json").end(JSON.stringify({ public_keys }));
});
await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
process.env.VANG_SECRET_SCANNING_KEYS_URL = `http://127.0.0.1:${(site.address() as AddressInfo).port}/public_keys`;
const api = createApi();

afterAll(() => site.close());
afterEach(() => clock.reset());

type Report = { token: string; type?: string; url?: string; source?: string }[];
type Options = { key?: KeyObject; identifier?: string; signature?: string; body?: string };

async function report(tokens: Report, { key = scanner.privateKey, identifier = "k1", ...sttFields }: Options = {}) {
  const said = JSON.stringify(tokens.map((token) => ({ type: "vang_api_key", ...token })));
  const headers = {
    "content-type": "application/json",
    "github-public-key-identifier": identifier,
    "github-public-key-signature": sttFields.signature ?? sign("sha256", Buffer.from(said), key).toString("base64"),
  };
  const body = sttFields.body ?? said;
  const answer = await api.request("/secret-scanning", { method: "POST", headers, body });
  return { status: answer.status, body: await answer.text() };
}

async function makeOwned() {
  const member = await makeMember();
  const { id, secret } = await createKey(member, makeKeySettings());
  return { member, id, secret };
}

const effectsOn = async (businessId: string) => ({
  events: await db.auditEvent.count({ where: { businessId, action: "key.leaked" } }),
  revoked: await db.apiKey.count({ where: { businessId, revokedAt: { not: null } } }),
});

test("a reported key is revoked within a second, the log and the owner are notified, and sending it again changes nothing", async () => {
  const { member, id, secret } = await makeOwned();
  const url = "https://github.com/octocat/Hello-World/blob/master/config.yml";
  const startedAt = performance.now();
  const first = await report([{ token: secret, url, source: "content" }]);
  expect(performance.now() - startedAt).toBeLessThan(1000);
  expect(first).toEqual({
    status: 200,
    body: JSON.stringify([{ token_raw: secret, token_type: "vang_api_key", label: "true_positive" }]),
  });
  await expect(findLiveKey(secret)).rejects.toMatchObject({ code: "KEY_INVALID" });
  expect(await db.apiKey.findUniqueOrThrow({ where: { id } })).toMatchObject({ leakSource: "content", leakUrl: url });

  expect(await report([{ token: secret, url, source: "content" }])).toEqual(first);
  expect(await effectsOn(member.businessId)).toEqual({ events: 1, revoked: 1 });
  const [event] = await db.auditEvent.findMany({ where: { businessId: member.businessId, action: "key.leaked" } });
  expect(event).toMatchObject({ actorId: "system", subject: id, after: { source: "content", url } });
  await mailIsSent();
  const { email } = await db.user.findUniqueOrThrow({ where: { id: member.userId } });
  const mails = (await listKeptMails()).filter(({ to }) => to === email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(secret.slice(-4));
  expect(mails[0]?.text).not.toContain(secret.slice(10, 30));
});

test("an unknown token, an inactive key's and an active key's get the same response but for the label", async () => {
  const { secret } = await makeOwned();
  const unknown = mintSecret();
  const [known, other] = [await report([{ token: secret }]), await report([{ token: unknown }])];
  expect(other.status).toBe(known.status);
  expect(other.body).toBe(known.body.replace(secret, unknown).replace("true_positive", "false_positive"));
});

test("invalid tokens do not save the keys beside them", async () => {
  const { secret } = await makeOwned();
  const answer = await report([{ token: "hello" }, { token: secret }, { token: "vang_live_\u0000" }]);
  expect(JSON.parse(answer.body).map(({ label }: { label: string }) => label)).toEqual([
    "false_positive",
    "true_positive",
    "false_positive",
  ]);
  await expect(findLiveKey(secret)).rejects.toMatchObject({ code: "KEY_INVALID" });
});

test.each<[string, Options]>([
  ["an unknown key's name", { identifier: "k2" }],
  ["no name", { identifier: "" }],
  ["no signature", { signature: "" }],
  ["a signature of nothing", { signature: "AAAA" }],
  ["a signature that is no base64", { signature: "***" }],
  ["another's signature", { key: outsider.privateKey }],
])("a report with %s has no effect", async (_, sttFields) => {
  const { member, secret } = await makeOwned();
  expect((await report([{ token: secret }], sttFields)).status).toBe(403);
  await expect(findLiveKey(secret)).resolves.toBeDefined();
  expect(await effectsOn(member.businessId)).toEqual({ events: 0, revoked: 0 });
});

test("a body that is not the one signed has no effect, not even by a space", async () => {
  const { secret } = await makeOwned();
  const said = JSON.stringify([{ token: secret, type: "vang_api_key" }]);
  for (const body of [`${said} `, said.replace("[{", "[ {"), ""]) {
    expect((await report([{ token: mintSecret() }], { body })).status).toBe(403);
  }
  await expect(findLiveKey(secret)).resolves.toBeDefined();
});

test("a signed body that is not a report is rejected", async () => {
  for (const body of ["{}", "[1]", "not json", '[{"token":1,"type":"x"}]']) {
    const signature = sign("sha256", Buffer.from(body), scanner.privateKey).toString("base64");
    expect((await report([], { body, signature })).status).toBe(400);
  }
});

test("keys are fetched only from the URL in the settings, and no one can trigger it without limit", async () => {
  await report([{ token: "x" }]);
  const before = fetches;
  await Promise.all(Array.from({ length: 20 }, (_, index) => report([{ token: "x" }], { identifier: `k-${index}` })));
  expect(fetches - before).toBeLessThanOrEqual(1);

  const next = pair();
  published.set("k9", next.publicKey);
  clock.advance(minutes(1));
  expect((await report([{ token: "x" }], { identifier: "k9", key: next.privateKey })).status).toBe(200);
  expect(fetches - before).toBeLessThanOrEqual(2);
});
