// @module-tag promise
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { speechScopes } from "@/lib/access/principals/scopes";
import { getKey } from "@/lib/keys/detail";
import { createPlaygroundKey } from "@/lib/keys/playground/create";
import { flushRejectedRequests } from "@/lib/keys/request-log/record";
import { rotateKey } from "@/lib/keys/rotate";
import { mintSecret } from "@/lib/keys/secret";
import { createKey, listKeys } from "@/lib/keys/service";
import { db } from "@/lib/platform/db";
import { makeKey, makeKeySettings, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { mailsTo } from "@/testing/harness/mailbox";
import { rawRequest } from "@/testing/harness/raw-request";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const escaped = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");

const places: [string, (key: string) => string][] = [
  ["in the query", (key) => `GET /tts/voices?key=${key} HTTP/1.1`],
  ["in the query, percent-encoded", (key) => `GET /tts/voices?broken=%zz&key=${escaped(key)} HTTP/1.1`],
  ["in the query, percent-encoded twice", (key) => `GET /tts/voices?key=${escaped(escaped(key))} HTTP/1.1`],
  ["in the path", (key) => `GET /ai/tts/${key} HTTP/1.1`],
  ["in the path of nothing", (key) => `GET /tts/${key}/x HTTP/1.1`],
  ["for a header's name", (key) => `GET /tts/voices HTTP/1.1\r\n${key}: 1`],
  ["in the page that led here", (key) => `GET /tts/voices HTTP/1.1\r\nReferer: https://example.com/?k=${key}`],
];

test.each(places)("a key %s is rejected, and the response does not repeat it", async (_, head) => {
  const key = await makeKey(await makeMember());
  const answer = await rawRequest(api.url, `${head(key)}\r\nX-Api-Key: ${key}`);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toContain("KEY_IN_URL");
  expect(answer).not.toContain(key);
});

test.each(["live", "test"] as const)(
  "its business finds the error and where the %s key was, which is recorded nowhere",
  async (mode) => {
    const member = await makeMember();
    const key = await makeKey(member, speechScopes, mode);
    const answer = await rawRequest(api.url, `GET /ai/tts/${key} HTTP/1.1`);
    const requestId = /x-request-id: (\S+)/i.exec(answer)?.[1] ?? "";
    const find = async () => {
      await flushRejectedRequests();
      return db.refusedRequest.findUnique({ where: { requestId } });
    };
    await expect
      .poll(find)
      .toMatchObject({ businessId: member.businessId, mode, code: "KEY_IN_URL", detail: { where: "url" } });
    expect(JSON.stringify(await db.refusedRequest.findMany())).not.toContain(key.slice(10, 30));
  },
);

test("a key in a path is recorded nowhere, also with its prefix percent-encoded twice", async () => {
  const key = await makeKey(await makeMember());
  for (const vang of [escaped("vang"), escaped(escaped("vang"))]) {
    const answer = await rawRequest(api.url, `GET /ai/tts/${key.replace("vang", vang)} HTTP/1.1`);
    const requestId = /x-request-id: (\S+)/i.exec(answer)?.[1] ?? "";
    const find = async () => {
      await flushRejectedRequests();
      return db.refusedRequest.findUnique({ where: { requestId } });
    };
    await expect.poll(find).toMatchObject({ code: "KEY_IN_URL", path: "/" });
  }
});

test("a key that never existed gets the same response", async () => {
  const [ours, never] = [await makeKey(await makeMember()), mintSecret()];
  const answerTo = async (key: string) => {
    const answer = await rawRequest(api.url, `GET /tts/voices?key=${key} HTTP/1.1`);
    return answer.replace(/req_\w+/g, "").replace(/^date: .*$/im, "");
  };
  expect(await answerTo(ours)).toBe(await answerTo(never));
});

const emailOf = async ({ userId }: Pick<Member, "userId">) =>
  (await db.user.findUniqueOrThrow({ where: { id: userId } })).email;

/** The response does not wait for what is recorded. */
const soon = { timeout: 10_000 };

const auditOf = (businessId: string) => db.auditEvent.findMany({ where: { businessId, action: "key.exposed" } });

test("a key sent in a URL keeps working, is flagged in the console, and its owners are emailed once for many requests", async () => {
  const owner = await makeMember();
  const { businessId } = owner;
  const [admin, developer] = [
    await makeMember({ role: "admin", businessId }),
    await makeMember({ role: "developer", businessId }),
  ];
  const { id, secret } = await createKey(owner, makeKeySettings());
  const send = () => rawRequest(api.url, `GET /tts/voices?key=${secret} HTTP/1.1`);
  await Promise.all(Array.from({ length: 10 }, send));
  await send();

  await expect.poll(async () => (await listKeys(owner))[0]?.flags, soon).toEqual(["exposed"]);
  expect(await getKey(owner, id)).toMatchObject({ status: "active", exposedWhere: "url", revokedAt: null });
  expect((await api.get("/tts/voices", secret)).status).toBe(200);
  await expect.poll(async () => mailsTo(await emailOf(owner)), soon).toHaveLength(1);
  const mails = await mailsTo(await emailOf(owner));
  expect(mails[0]?.text).toContain(`/console/${owner.businessSlug}/keys/${id}`);
  expect(mails[0]?.text).not.toContain(secret.slice(10, 30));
  expect(await mailsTo(await emailOf(admin))).toHaveLength(1);
  expect(await mailsTo(await emailOf(developer))).toEqual([]);
  expect(await auditOf(businessId)).toMatchObject([{ actorId: "system", subject: id, after: { where: "url" } }]);
});

test("rotating removes the flag; the old secret in a URL does not set it again, the new one does", async () => {
  const owner = await makeMember();
  const { id, secret: old } = await createKey(owner, makeKeySettings());
  const flags = async () => (await getKey(owner, id)).flags;
  const referer = (key: string) =>
    rawRequest(api.url, `GET /tts/voices HTTP/1.1\r\nReferer: https://example.com/?k=${key}`);
  await referer(old);
  await expect.poll(flags, soon).toEqual(["exposed"]);

  const { secret } = await rotateKey(owner, id, "24");
  expect(await flags()).toEqual([]);
  await referer(old);
  await referer(secret);
  await expect.poll(flags, soon).toEqual(["exposed"]);
  expect(await auditOf(owner.businessId)).toHaveLength(2);
  expect((await api.get("/tts/voices", old)).status).toBe(200);
});

test("a playground key in a URL is rejected, and no one is emailed about it", async () => {
  const owner = await makeMember();
  const { secret } = await createPlaygroundKey(owner);
  const answer = await rawRequest(api.url, `GET /tts/voices?key=${secret} HTTP/1.1`);
  const requestId = /x-request-id: (\S+)/i.exec(answer)?.[1] ?? "";
  await expect
    .poll(async () => {
      await flushRejectedRequests();
      return db.refusedRequest.count({ where: { requestId } });
    }, soon)
    .toBe(1);
  expect(await mailsTo(await emailOf(owner))).toEqual([]);
  expect((await api.get("/tts/voices", secret)).status).toBe(200);
});
