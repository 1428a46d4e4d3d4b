// @module-tag promise
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { mostPronunciations } from "@/lib/speech/pronunciations/schema";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const path = "/pronunciations";
const put = (key: string, json: unknown) => api.call("PUT", path, { key, json });
const remove = (key: string, written: string) =>
  api.call("DELETE", `${path}?${new URLSearchParams({ written })}`, { key });
const list = async (key: string) => (await api.get(path, key)).json.pronunciations;

async function makePartner() {
  const member = await makeMember();
  return { ...member, key: await makeKey(member, ["tts:execute"]) };
}

test("a pronunciation is added, replaced, used by the next reading, and removed, and each change is in the audit log", async () => {
  const { key, businessId } = await makePartner();
  const request = { text: "ACB", voiceId: "north-linh", modelId: "vang-espeak" };
  const read = async () => (await api.post("/tts/preview", key, request)).json.spoken;

  await put(key, { written: "ACB", spoken: "a bê xê" });
  const saved = await put(key, { written: " ACB ", spoken: "á châu".normalize("NFD") });
  expect([saved.status, saved.json]).toEqual([200, { written: "ACB", spoken: "á châu" }]);
  expect(await list(key)).toEqual([{ written: "ACB", spoken: "á châu" }]);
  expect(await read()).toBe("á châu");

  expect((await remove(key, "ACB")).json).toEqual({ written: "ACB", removed: true });
  expect((await remove(key, "ACB")).json).toEqual({ written: "ACB", removed: false });
  expect(await read()).toBe("a xê bê");

  const events = await db.auditEvent.findMany({ where: { businessId }, orderBy: { sequence: "asc" } });
  const { keyId } = { keyId: events[0]?.actorId ?? "" };
  expect(keyId).toMatch(/^key_/);
  expect(
    events.map(({ action, subject, before, after, actorId }) => ({ action, subject, before, after, actorId })),
  ).toEqual(
    [
      { action: "pronunciation.saved", before: null, after: { spoken: "a bê xê" } },
      { action: "pronunciation.saved", before: { spoken: "a bê xê" }, after: { spoken: "á châu" } },
      { action: "pronunciation.removed", before: null, after: null },
    ].map((event) => ({ ...event, subject: "ACB", actorId: keyId })),
  );
});

test("a key of another business neither sees nor changes them, and a key without tts:execute is rejected", async () => {
  const [owner, other] = [await makePartner(), await makePartner()];
  await put(owner.key, { written: "ACB", spoken: "á châu" });
  await put(other.key, { written: "ACB", spoken: "a xê bê" });
  expect((await remove(other.key, "ACB")).json.removed).toBe(true);
  expect(await list(other.key)).toEqual([]);
  expect(await list(owner.key)).toEqual([{ written: "ACB", spoken: "á châu" }]);

  const narrow = await makeKey(owner, ["stt:execute"]);
  const rejected = [
    await api.get(path, narrow),
    await put(narrow, { written: "a", spoken: "b" }),
    await remove(narrow, "ACB"),
  ];
  expect(rejected.map(({ json }) => json.code)).toEqual(["SCOPE_MISSING", "SCOPE_MISSING", "SCOPE_MISSING"]);
  expect((await api.get(path)).json.code).toBe("KEY_MISSING");
  expect(await list(owner.key)).toHaveLength(1);
});

test("a full list accepts no further word, but another pronunciation of a word it has", async () => {
  const { key, businessId } = await makePartner();
  const words = Array.from({ length: mostPronunciations }, (_, index) => ({ written: `từ ${index}`, spoken: "từ" }));
  await db.pronunciation.createMany({ data: words.map((word) => ({ ...word, businessId })) });
  expect((await put(key, { written: "thêm", spoken: "thêm" })).json).toMatchObject({
    code: "PRONUNCIATIONS_FULL",
    param: "written",
  });
  expect((await put(key, { written: "từ 0", spoken: "khác" })).status).toBe(200);
});

test.each([
  [{ written: "a\0", spoken: "b" }, "written"],
  [{ written: " ", spoken: "b" }, "written"],
  [{ written: "a" }, "spoken"],
  [{ written: "a", spoken: "b".repeat(201) }, "spoken"],
])("%j is not a pronunciation", async (body, param) => {
  const { key } = await makePartner();
  const { status, json } = await put(key, body);
  expect({ status, code: json.code, param: json.param }).toEqual({ status: 400, code: "INVALID_REQUEST", param });
});
