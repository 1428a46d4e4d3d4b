// @module-tag promise
import { afterAll, beforeAll, expect, test } from "vitest";
import { findLastSaid } from "@/lib/businesses/overview/find-tasks";
import { countErrors, readReport } from "@/lib/money/usage/read-report";
import { clock, days } from "@/lib/platform/clock";
import { translate } from "@/lib/platform/i18n/translate";
import { getTrace } from "@/lib/speech/trace/read";
import { makeMember } from "@/prisma/factories";
import { type Answer, startApi } from "@/testing/harness/api";
import { hello, makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";
import { findOrigin } from "./origin";
import { flushRejectedRequests } from "./record";
import { listRequests } from "./requests";
import { describeRows } from "./rows";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Problem = { code: string; message: string; messageVi: string; param: string | null; requestId: string };

test("history, trace and overview say of each error what its response said, and list as many as usage counts", async () => {
  const { key, businessId } = await makePartner();
  const member = await makeMember({ businessId });
  const speak = (change: object) => api.post("/tts", key, { ...hello, ...change });
  const errors: Answer[] = [
    await speak({ config: { speed: 99 } }),
    await speak({ sampleRate: 1 }),
    await speak({ voiceId: "south-nobody" }),
    await api.post("/tts/stream", key, { ...hello, text: "" }),
    await api.post("/stt", key, {}),
  ];
  const others = [await api.get("/tts/tts_00000000000000000000000000", key), await api.get("/nothing", key)];
  expect(others.map(({ status }) => status)).toEqual([404, 404]);
  const problems = errors.map(({ json }) => json as unknown as Problem);
  await flushRejectedRequests();
  await settleCalls();

  const { requests } = await listRequests(member, { filter: { status: "errors" } });
  const rows = await describeRows(member, requests);
  const report = await readReport(member, { range: "today", split: "result" });
  expect(rows).toHaveLength(problems.length);
  expect(countErrors(report.total.now)).toBe(problems.length);
  expect(new Set(report.groups.map(({ value }) => value))).toEqual(new Set(problems.map(({ code }) => code)));

  for (const { code, message, messageVi, param, requestId } of problems) {
    const index = requests.findIndex((request) => request.requestId === requestId);
    const [request, row] = [requests[index], rows[index]];
    const origin = request && (await findOrigin(member, { keyHint: null, keyId: request.keyId, requestId, code }));
    const bad = (await getTrace(member, requestId)).steps.find(({ kind }) => kind === "rejected" || kind === "failed");
    const last = (await findLastSaid(member, [code], new Date(+clock.now() - days(1)))).get(code);
    expect(origin).toMatchObject({ code, field: param });
    expect(bad).toMatchObject({ code, field: param });
    for (const said of [row?.said, origin?.said, bad && "said" in bad ? bad.said : null, last]) {
      expect([translate("en", said?.id ?? "", said?.values), translate("vi", said?.id ?? "", said?.values)]).toEqual([
        message,
        messageVi,
      ]);
    }
  }
});

test("another business, and a role that cannot see keys, learn nothing of what responses said", async () => {
  const { key, businessId } = await makePartner();
  const [outsider, billing] = [await makeMember(), await makeMember({ businessId, role: "billing" })];
  const { json } = await api.post("/tts", key, { ...hello, voiceId: "south-nobody" });
  await flushRejectedRequests();
  const since = new Date(+clock.now() - days(1));
  for (const reader of [outsider, billing]) {
    expect(await findLastSaid(reader, ["VOICE_UNKNOWN"], since)).toEqual(new Map());
    expect((await listRequests(reader, { filter: { status: "errors" } })).requests).toEqual([]);
  }
  const sought = { keyHint: null, keyId: "", requestId: String(json.requestId), code: "VOICE_UNKNOWN" };
  expect(await findOrigin(outsider, sought)).toMatchObject({ field: null, said: null });
});
