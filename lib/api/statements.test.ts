import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WatchedFile } from "@/lib/engines/config/watched-file";
import { closePool } from "@/lib/engines/pool";
import { FairTurns } from "@/lib/engines/resilience/fair-turns";
import { flushKeyUses } from "@/lib/keys/last-used";
import { db } from "@/lib/platform/db";
import { openStream } from "@/lib/platform/stream/open";
import { makeKey, makeMember } from "@/prisma/factories";
import { createApi } from "./app";

const api = createApi();
const query = vi.spyOn(pg.Client.prototype, "query");
let key: string;
let businessId: string;
let file: Blob;

beforeAll(async () => {
  const member = await makeMember({ creditMilli: 100_000_000n });
  ({ businessId } = member);
  key = await makeKey(member);
  const { audioUrl } = (await (await speak()).json()) as { audioUrl: string };
  const audio = await api.request(new URL(audioUrl).pathname + new URL(audioUrl).search);
  file = new Blob([await audio.arrayBuffer()]);
  await transcribeOnce();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await openStream().close();
  await closePool();
});

const speak = (headers: Record<string, string> = {}) =>
  api.request("/tts", {
    method: "POST",
    headers: { ...headers, "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" }),
  });

function transcribeOnce(headers: Record<string, string> = {}, channels = "mixed") {
  const body = new FormData();
  body.append("channels", channels);
  body.append("file", file, "a.wav");
  return api.request("/stt", { method: "POST", headers: { ...headers, "x-api-key": key }, body });
}

/**
 * The statements that a request sends to the database, by name. Each is a round trip, and a transaction would show as
 * BEGIN and COMMIT.
 */
async function statementsOf(request: () => Response | Promise<Response>): Promise<string[]> {
  await flushKeyUses();
  query.mockClear();
  const response = await request();
  expect(response.status, await response.text()).toBe(200);
  const sent = query.mock.calls.map(([statement]) => statement as unknown as string | { name?: string; text: string });
  const names = sent
    .map((one) => (typeof one === "string" ? one : (one.name ?? one.text)))
    // Right after the notification of another request there is none.
    .map((name) => name.replace(/\+quiet$/, "+notify"));
  return names.filter((name) => !periodic.includes(name) && !name.startsWith("SET statement_timeout"));
}

/** Sent every one, two and ten seconds for all requests together. One that runs beside a request may open a connection. */
const periodic = ["read-prices", "note-key-uses", "renew-leases"];

const once = { "idempotency-key": "order-1" };

test("POST /tts takes three statements, with and without an Idempotency-Key", async () => {
  expect(await statementsOf(speak)).toEqual([
    "find-key-and-take",
    "hold-credit",
    "hold-is-open+publish-event+release-lease+notify",
  ]);
  expect(await statementsOf(() => speak(once))).toEqual([
    "find-key-and-take",
    "claim-and-hold",
    "hold-is-open+publish-event+keep-answer+release-lease+notify",
  ]);
  expect(await statementsOf(() => speak(once))).toEqual([
    "find-key-and-take",
    "claim-and-hold",
    "find-idempotency",
    "release-lease",
  ]);
});

test("POST /stt of a short WAV takes three statements, with and without an Idempotency-Key", async () => {
  expect(await statementsOf(() => transcribeOnce())).toEqual([
    "find-key-and-take",
    "hold-credit",
    "hold-is-open+publish-event+release-lease+notify",
  ]);
  expect(await statementsOf(() => transcribeOnce(once))).toEqual([
    "find-key-and-take",
    "claim-and-hold",
    "hold-is-open+publish-event+keep-answer+release-lease+notify",
  ]);
});

test("POST /stt of another file takes four statements, and a fifth only for a business with settings of transcripts", async () => {
  const raised = ["hold-credit", "raise-hold", "hold-is-open+publish-event+release-lease+notify"];
  expect(await statementsOf(() => transcribeOnce({}, "separate"))).toEqual(["find-key-and-take", ...raised]);
  await db.transcriptSettings.create({ data: { businessId, formatting: ["punctuate"] } });
  expect(await statementsOf(() => transcribeOnce({}, "separate"))).toEqual([
    "find-key-and-take",
    "find-transcript-settings",
    ...raised,
  ]);
});

test("POST /tts looks at the key once, at the engines and their models once, and waits in one queue", async () => {
  const [look, wait] = [vi.spyOn(WatchedFile.prototype, "takeChange"), vi.spyOn(FairTurns.prototype, "run")];
  const statements = await statementsOf(speak);
  expect(statements.filter((name) => name.includes("key"))).toEqual(["find-key-and-take"]);
  expect(statements.length).toBeLessThanOrEqual(3);
  expect(look.mock.contexts.length).toBeGreaterThan(0);
  expect(look.mock.contexts).toHaveLength(new Set(look.mock.contexts).size);
  expect(new Set(wait.mock.contexts).size).toBe(1);
});
