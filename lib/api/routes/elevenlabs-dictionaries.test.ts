import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { readWords } from "@/lib/speech/content";
import { mostDictionaries, mostVersions } from "@/lib/speech/pronunciations/dictionary-rules";
import { makeKey } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const root = "/v1/pronunciation-dictionaries";
const alias = (word: string, said: string, more: object = {}) => ({
  type: "alias",
  string_to_replace: word,
  alias: said,
  ...more,
});
const call = (key: string, method: string, path: string, json?: object) =>
  api.call(method, `${root}${path}`, { headers: { "xi-api-key": key }, json });

async function makeDictionary(key: string, rules: object[], name = "Tên riêng") {
  const { json } = await call(key, "POST", "/add-from-rules", { name, rules });
  return { pronunciation_dictionary_id: String(json.id), version_id: String(json.version_id) };
}

/** The characters that are spoken, as the response has them. */
async function speak(key: string, text: string, locators: object[]) {
  const { status, json, headers } = await api.call(
    "POST",
    "/v1/text-to-speech/north-linh/with-timestamps?output_format=wav_16000",
    { headers: { "xi-api-key": key }, json: { text, pronunciation_dictionary_locators: locators } },
  );
  const { characters = [] } = (json.normalized_alignment ?? {}) as { characters?: string[] };
  return { status, json, code: headers.get("x-error-code"), spoken: characters.join("") };
}

test("a request is read by the dictionaries that it names, the first one first, and before the business's own words", async () => {
  const { key } = await makePartner();
  await api.call("PUT", "/pronunciations", { key, json: { written: "ACB", spoken: "của nhà" } });
  const first = await makeDictionary(key, [alias("ACB", "á châu"), alias("vib", "quốc tế", { case_sensitive: false })]);
  const second = await makeDictionary(key, [alias("ACB", "một hai"), alias("TPB", "tiên phong")]);
  const text = "ACB acb VIB TPB";
  expect((await speak(key, text, [first, second])).spoken).toBe("á châu của nhà quốc tế tiên phong");
  expect((await speak(key, text, [second])).spoken).toMatch(/^một hai của nhà (?!quốc tế).* tiên phong$/);
  expect((await speak(key, "ACB", [])).spoken).toBe("của nhà");
  const { json } = await api.post("/tts/preview", key, { text: "ACB", voiceId: "north-linh", modelId: "vang-espeak" });
  expect(json.spoken).toBe("của nhà");
});

test("a version keeps its rules when others are added, replaced and removed, and a request without one gets the latest", async () => {
  const { key, businessId } = await makePartner();
  const old = await makeDictionary(key, [alias("ACB", "á châu")]);
  const id = old.pronunciation_dictionary_id;
  const added = await call(key, "POST", `/${id}/add-rules`, { rules: [alias("ACB", "một"), alias("TPB", "hai")] });
  expect(added.json).toEqual({ id, version_id: expect.stringMatching(/^pdv_/), version_rules_num: 2 });
  const latest = { pronunciation_dictionary_id: id };
  expect((await speak(key, "ACB TPB", [latest])).spoken).toBe("một hai");
  expect((await speak(key, "ACB", [old])).spoken).toBe("á châu");

  const removed = await call(key, "POST", `/${id}/remove-rules`, { rule_strings: ["ACB", "không có"] });
  expect(removed.json.version_rules_num).toBe(1);
  const again = await call(key, "POST", `/${id}/remove-rules`, { rule_strings: ["ACB"] });
  expect(again.json.version_id).toBe(removed.json.version_id);
  await call(key, "POST", `/${id}/set-rules`, { rules: [alias("A&B", "ba")] });
  const { json } = await call(key, "GET", `/${id}`);
  expect(json).toMatchObject({ name: "Tên riêng", latest_version_rules_num: 1, archived_time_unix: null });
  expect(json.rules).toEqual([alias("A&B", "ba")]);
  const lexicon = await call(key, "GET", `/${id}/${json.latest_version_id}/download`);
  expect(lexicon.headers.get("content-type")).toBe("application/pls+xml");
  expect(String(lexicon.bytes)).toContain("<grapheme>A&#38;B</grapheme>\n    <alias>ba</alias>");
  const events = await db.auditEvent.findMany({ where: { businessId }, orderBy: { sequence: "asc" } });
  expect(events.map(({ action }) => action)).toEqual(["dictionary.created", ...Array(3).fill("dictionary.changed")]);
});

test("dictionaries are listed by pages, the newest first, renamed, and left out once archived if that is wanted", async () => {
  const { key } = await makePartner();
  for (const name of ["một", "hai", "ba"]) await makeDictionary(key, [], name);
  type Page = { pronunciation_dictionaries: { id: string; name: string }[]; next_cursor: string; has_more: boolean };
  const list = async (query: string) => (await call(key, "GET", query)).json as Page;
  const first = await list("?page_size=2");
  expect([first.pronunciation_dictionaries.map(({ name }) => name), first.has_more]).toEqual([["ba", "hai"], true]);
  const second = await list(`?page_size=2&cursor=${first.next_cursor}`);
  expect([second.pronunciation_dictionaries.map(({ name }) => name), second.has_more]).toEqual([["một"], false]);
  const [newest] = first.pronunciation_dictionaries;
  const patched = await call(key, "PATCH", `/${newest?.id}`, { name: "bốn", archived: true });
  expect(patched.json).toMatchObject({ name: "bốn", archived_time_unix: expect.any(Number) });
  const names = (page: Page) => page.pronunciation_dictionaries.map(({ name }) => name);
  expect(names(await list(""))).toEqual(["bốn", "hai", "một"]);
  expect(names(await list("?include_archived=false"))).toEqual(["hai", "một"]);
});

test("a key of another business neither reads, changes nor speaks with a dictionary", async () => {
  const [{ key }, other] = await Promise.all([makePartner(), makePartner()]);
  const locator = await makeDictionary(key, [alias("ACB", "á châu")]);
  const id = locator.pronunciation_dictionary_id;
  const tries = [
    await call(other.key, "GET", `/${id}`),
    await call(other.key, "PATCH", `/${id}`, { archived: true }),
    await call(other.key, "POST", `/${id}/add-rules`, { rules: [alias("a", "b")] }),
    await call(other.key, "POST", `/${id}/remove-rules`, { rule_strings: ["ACB"] }),
    await call(other.key, "GET", `/${id}/${locator.version_id}/download`),
  ];
  for (const { status, json } of tries) expect([status, json.code]).toEqual([404, "NOT_FOUND"]);
  expect((await call(other.key, "GET", "")).json.pronunciation_dictionaries).toEqual([]);
  const spoken = await speak(other.key, "ACB", [locator]);
  expect([spoken.status, spoken.code, spoken.json.param]).toEqual([
    404,
    "NOT_FOUND",
    "pronunciation_dictionary_locators.0",
  ]);
  // A version of another dictionary is none of this one.
  const own = await makeDictionary(other.key, []);
  const mixed = { ...own, version_id: locator.version_id };
  expect((await speak(other.key, "ACB", [mixed])).status).toBe(404);
  await settleCalls();
  expect(await db.job.count({ where: { businessId: other.businessId } })).toBe(0);
});

test("what has no effect is stored and named, and what is wrong is rejected in ElevenLabs' shape", async () => {
  const partner = await makePartner();
  const { key } = partner;
  const phoneme = { type: "phoneme", string_to_replace: "Vang", phoneme: "vaŋ", alphabet: "ipa" };
  const part = alias("tp", "thành phố", { word_boundaries: false });
  const kept = await call(key, "POST", "/add-from-rules", {
    name: "a",
    rules: [phoneme, part],
    workspace_access: "admin",
  });
  expect(kept.headers.get("x-ignored")).toBe("rules.0.phoneme, rules.1.word_boundaries, workspace_access");
  expect((await call(key, "GET", `/${kept.json.id}`)).json.rules).toEqual([phoneme, part]);

  const rejected = await call(key, "POST", "/add-from-rules", { name: "a", rules: [alias("ACB", "")] });
  expect([rejected.status, rejected.headers.get("x-error-code")]).toEqual([400, "INVALID_REQUEST"]);
  expect(rejected.json.detail).toMatchObject({ status: "invalid_request", param: "rules.0.alias" });
  const many = await speak(key, "ACB", Array(4).fill({ pronunciation_dictionary_id: "a" }));
  expect([many.status, many.json.param]).toEqual([400, "pronunciation_dictionary_locators"]);

  const testKey = await makeKey(partner, ["tts:execute"], "test");
  expect((await call(testKey, "GET", "")).status).toBe(200);
  const changed = await call(testKey, "POST", "/add-from-rules", { name: "a", rules: [] });
  expect([changed.status, changed.json.code]).toEqual([403, "LIVE_KEY_REQUIRED"]);
  const transcriber = await makeKey(partner, ["stt:execute"]);
  expect((await call(transcriber, "GET", "")).json.code).toBe("SCOPE_MISSING");
});

test("a business has so many dictionaries, of which an archived one gives way, and each so many versions", async () => {
  const { key, businessId } = await makePartner();
  const first = await makeDictionary(key, [alias("ACB", "á châu")]);
  const id = first.pronunciation_dictionary_id;
  const row = { businessId, name: "a", latestVersionId: "none", rulesCount: 0, createdById: "key" };
  const others = Array.from({ length: mostDictionaries - 1 }, (_, at) => ({ ...row, id: `${id}${at}` }));
  await db.pronunciationDictionary.createMany({ data: others });
  const full = await call(key, "POST", "/add-from-rules", { name: "a", rules: [] });
  expect([full.status, full.json.code]).toEqual([409, "PRONUNCIATIONS_FULL"]);
  const version = { dictionaryId: id, rules: [] };
  const versions = Array.from({ length: mostVersions - 1 }, (_, at) => ({ ...version, id: `${id}${at}` }));
  await db.pronunciationDictionaryVersion.createMany({ data: versions });
  await call(key, "POST", `/${id}/add-rules`, { rules: [alias("TPB", "hai")] });
  expect(await db.pronunciationDictionaryVersion.count({ where: { dictionaryId: id } })).toBe(mostVersions);

  await call(key, "PATCH", `/${id}`, { archived: true });
  expect((await call(key, "POST", "/add-from-rules", { name: "a", rules: [] })).status).toBe(200);
  expect((await call(key, "GET", `/${id}`)).status).toBe(404);
});

test("the words of a job keep how they were written, and a longer reading is charged as everywhere", async () => {
  const { key, businessId } = await makePartner();
  const locator = await makeDictionary(key, [alias("ACB", "ngân hàng thương mại cổ phần á châu")]);
  expect((await speak(key, "ACB", [locator])).status).toBe(200);
  await settleCalls();
  const [job] = await db.job.findMany({ where: { businessId } });
  expect(job?.units).toBeGreaterThan(3);
  expect(await readWords(job as NonNullable<typeof job>)).toBe("ACB");
});
