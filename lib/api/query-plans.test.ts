// @module-tag slow
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { speechFinished } from "@/lib/access/events/finished-job";
import { queueOf } from "@/lib/access/events/queue";
import { sweepEvents } from "@/lib/access/events/write-events";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { closePool } from "@/lib/engines/pool";
import { listRequests } from "@/lib/keys/request-log/requests";
import { warnOfBudgets } from "@/lib/money/alerts/budget";
import { warnOfLowCredit } from "@/lib/money/alerts/warn";
import { listMovementDays, listMovements } from "@/lib/money/movements/list";
import { closeMonths } from "@/lib/money/statements/close";
import { getStatement, listStatementGroups, listStatements, walkStatement } from "@/lib/money/statements/read";
import { answerUsage } from "@/lib/money/usage/answer";
import { readReport } from "@/lib/money/usage/read-report";
import { getBalance } from "@/lib/money/wallet/balance";
import { watchBooks } from "@/lib/money/wallet/books/audit-books";
import { expireGrants } from "@/lib/money/wallet/grants";
import { holdCredit } from "@/lib/money/wallet/holds";
import { rollUpServiceDays } from "@/lib/operator/service-status/service-status";
import { outboxKinds } from "@/lib/operator/work/outbox-kinds";
import { clock, days, hours } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { emailKind } from "@/lib/platform/mail/post";
import { sweepOutbox } from "@/lib/platform/outbox/operate";
import { claim } from "@/lib/platform/outbox/worker";
import { openStream } from "@/lib/platform/stream/open";
import { claimEvents } from "@/lib/platform/stream/postgres";
import { vietnamDate, vietnamMonth } from "@/lib/platform/vietnam-time";
import { reapHolds } from "@/lib/server/worker/finished-calls";
import { answerHistory } from "@/lib/speech/history/answer-history";
import { findTrackingId } from "@/lib/speech/history/by-request";
import { ingest } from "@/lib/speech/history/ingest";
import { listJobs } from "@/lib/speech/history/list";
import { findJob } from "@/lib/speech/history/lookup";
import type { HistoryFilter } from "@/lib/speech/history/schema";
import { eraseResult } from "@/lib/speech/retention/erase";
import { eraseDueContent, sweepLag } from "@/lib/speech/retention/sweep";
import { accessOf, readTrace } from "@/lib/speech/trace/read";
import { warnOfBacklogs } from "@/lib/webhooks/deliver/backlog";
import { findDue, loadTask } from "@/lib/webhooks/deliver/claim";
import { pullForward, releaseResumed } from "@/lib/webhooks/deliver/recover";
import { sweepWebhooks } from "@/lib/webhooks/deliver/sweep";
import { countReplayable, findDelivery, listDeliveries } from "@/lib/webhooks/delivery-log/find";
import { listEvents } from "@/lib/webhooks/delivery-log/list-events";
import { cancelRemaining } from "@/lib/webhooks/endpoints/lifecycle";
import { makeCaller, makeKey, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { asOwner } from "@/testing/harness/as-owner";
import { explainStatements, type Scan } from "@/testing/harness/explain";
import {
  businessId,
  endpointId,
  keyId,
  largeBusiness,
  load,
  loadRest,
  trackingId,
  usualBusiness,
  wordOf,
} from "@/testing/scale-rows";
import { createApi } from "./app";

// Each hot query as the program sends it, beside 40,000 jobs, deliveries and attempts of 100 businesses.

const rows = 40_000;
/** Tables that grow with every job. Of `stream_messages`, which holds what waits, the lag is read whole. */
const large = ["jobs", "holds", "transfers", "events", "outbox_messages", "webhook_deliveries", "webhook_attempts"];

const explained = explainStatements();
const api = createApi();
const stream = openStream();
let member: Member;
let caller: Caller;
let secret: string;
let jobs: string[];

beforeAll(async () => {
  await asOwner(async (client) => {
    await load(client, { rows, businesses: 100, transfers: 10_000 });
    await loadRest(client);
  });
  member = await makeMember({ businessId: businessId(usualBusiness) });
  caller = await makeCaller({ businessId: member.businessId, scopes: ["usage:read", "webhooks:manage"] });
  secret = await makeKey(member);
  jobs = (await listJobs(member, { filter: { status: "completed" } })).jobs.map(({ trackingId }) => trackingId);
  // From the beginning, which reads everything.
  await watchBooks();
  await rollUpServiceDays();
}, 300_000);
afterAll(async () => {
  clock.reset();
  vi.restoreAllMocks();
  await stream.close();
  await closePool();
});

/** The same page twice: the first one, and one that a cursor begins. */
async function twoPages(read: (cursor?: string) => Promise<{ next: string | null }>): Promise<void> {
  const { next } = await read();
  await read(next ?? undefined);
}

const filters: HistoryFilter[] = [
  ...[{}, { service: "tts" }, { status: "failed" }, { key: keyId(3 * usualBusiness) }, { voice: "south-truc" }],
  ...[{ result: "ENGINE_FAILED" }, { mode: "test" }, { from: vietnamDate(new Date()) }, { slow: "1" }],
  ...[
    { q: `${wordOf(0)} ${wordOf(400)}` },
    { q: trackingId(2) },
    { q: trackingId(2).slice(4) },
    { q: newId("request") },
    { key: "playground" },
  ],
] as HistoryFilter[];

/** What is read, from which of the large tables at least. */
const reads: Record<string, [tables: string[], read: () => Promise<unknown>]> = {
  "authenticate, hold and publish": [
    ["holds"],
    async () => {
      const headers = { "x-api-key": secret, "content-type": "application/json", "idempotency-key": "plans" };
      const body = JSON.stringify({ text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak" });
      expect((await api.request("/tts", { method: "POST", headers, body })).status).toBe(200);
    },
  ],
  "record and charge": [
    ["holds"],
    async () => {
      const job = makeFinished({ businessId: member.businessId, keyId: caller.keyId });
      await holdCredit({ ...job, amountMilli: 5100n });
      await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
    },
  ],
  "look a job up": [["jobs"], () => findJob(caller, "tts", jobs[0] ?? "")],
  "find a job by its request": [["jobs"], () => findTrackingId(member, newId("request"))],
  history: [
    ["jobs"],
    async () => {
      for (const filter of filters) await twoPages((cursor) => listRequests(member, { filter, cursor }));
      for (const filter of filters) await twoPages((cursor) => listJobs(member, { filter, cursor, limit: 3 }));
    },
  ],
  "GET /history": [
    ["jobs"],
    async () => {
      await twoPages((cursor) => answerHistory(caller, { limit: 3, cursor }));
      await answerHistory(caller, { limit: 3, metadata: "orderId:1" });
    },
  ],
  "a job's trace": [["jobs", "transfers"], () => readTrace(member.businessId, jobs[0] ?? "", accessOf("owner"))],
  usage: [
    ["usage_hourly"],
    async () => {
      await readReport(member, { step: "hour", split: "key" });
      const [from, to] = [vietnamDate(new Date(+clock.now() - days(29))), vietnamDate(clock.now())];
      await answerUsage(caller, { from, to, by: ["day", "model"], limit: 2 });
    },
  ],
  "delivery log": [
    ["webhook_deliveries", "webhook_attempts", "events"],
    async () => {
      const endpoint = endpointId(usualBusiness);
      for (const filter of [{}, { state: "failed" }, { type: "tts.completed" }, { q: trackingId(2) }] as const)
        await twoPages((cursor) => listDeliveries(member, endpoint, { filter, cursor, limit: 3 }));
      await countReplayable(member, endpoint);
      const { deliveries } = await listDeliveries(member, endpoint);
      await findDelivery(member, endpoint, deliveries[0]?.id ?? "");
    },
  ],
  "event list": [
    ["events"],
    () => twoPages((cursor) => listEvents(caller, { cursor, limit: 3, type: "tts.completed" })),
  ],
  statement: [
    ["transfers"],
    async () => {
      const statement = await getStatement(member, vietnamMonth(clock.now()));
      await listStatements(member);
      await listStatementGroups(statement);
      for await (const _ of walkStatement(statement));
    },
  ],
  movements: [
    ["transfers"],
    async () => {
      await listMovementDays(member, {});
      await twoPages((cursor) => listMovements(member, { trackingId: trackingId(2) }, { cursor }));
      await twoPages((cursor) => listMovements(member, { service: "tts" }, { cursor, limit: 3 }));
    },
  ],
  "movements of a payment": [
    ["transfers"],
    async () => {
      const large = await makeMember({ businessId: businessId(largeBusiness) });
      for (const transfer of ["FT26330000123", newId("bankTransfer"), newId("transfer"), "LN0123456789"])
        await twoPages((cursor) => listMovements(large, { transfer }, { cursor }));
    },
  ],
  balance: [[], () => getBalance(member)],
  "outbox claim": [["outbox_messages"], () => claim(emailKind, { owner: "plans", limit: 10, after: "" })],
  "outbox sweep": [["outbox_messages"], () => sweepOutbox(outboxKinds)],
  "stream claim": [["stream_messages"], () => claimEvents(speechFinished, { batchSize: 500, leaseMs: 1000 })],
  "deliveries that are due": [
    ["outbox_messages", "webhook_deliveries"],
    async () => {
      const slots = Array.from({ length: 64 }, (_, slot) => slot);
      await findDue(sql, { queue: queueOf("VN"), slots, without: [], inFlight: [] });
      await loadTask(newId("delivery"));
      await warnOfBacklogs();
      await pullForward(queueOf("VN"), endpointId(usualBusiness), new Date(+clock.now() - hours(1)), clock.now());
      await releaseResumed();
      await cancelRemaining();
    },
  ],
  reaper: [
    ["holds"],
    async () => {
      await holdCredit({ businessId: member.businessId, trackingId: newId("tts"), amountMilli: 1n });
      clock.advance(hours(1));
      await reapHolds(stream);
    },
  ],
  "audit from the checkpoint on": [["transfers", "jobs"], watchBooks],
  "tasks of the worker": [
    ["transfers"],
    async () => {
      await closeMonths();
      await rollUpServiceDays();
      await warnOfLowCredit();
      await warnOfBudgets();
      await expireGrants();
    },
  ],
  erasure: [["jobs"], () => eraseResult(member, jobs[1] ?? "")],
  expiry: [
    ["jobs", "webhook_deliveries", "webhook_attempts", "events"],
    async () => {
      clock.advance(days(2));
      await eraseDueContent();
      await sweepLag();
      await sweepWebhooks();
      await sweepEvents();
    },
  ],
};

/** What is read whole of some tables. */
const whole = (scans: Scan[], tables: string[]) =>
  scans.filter(({ table, how }) => tables.includes(table) && how.includes("Seq Scan"));

test.each(Object.entries(reads))(
  "%s: no large table is read whole",
  async (_, [tables, read]) => {
    const scans = await explained.scansOf(read);
    expect(whole(scans, [...large, ...tables])).toEqual([]);
    expect(scans.map(({ table }) => table)).toEqual(expect.arrayContaining(tables));
  },
  60_000,
);

test("the movements of a payment are found without reading the others of a business, of which it may have millions", async () => {
  const scans = await explained.scansOf(reads["movements of a payment"]?.[1] ?? (async () => undefined));
  const indexes = scans.flatMap(({ table, index }) => (table === "transfers" ? [index] : []));
  expect(new Set(indexes)).toEqual(new Set(["transfers_by_payment", "transfers_pkey", "transfers_tracking_id_idx"]));
});

test.each([
  ["movements of a payment", "transfers", "DROP INDEX transfers_by_payment"],
  ["GET /history", "jobs", "DROP INDEX jobs_metadata_idx"],
  [
    "history",
    "jobs",
    `DROP INDEX jobs_business_id_created_at_tracking_id_idx, failed_jobs,
    jobs_business_id_key_id_created_at_tracking_id_idx`,
  ],
  ["delivery log", "webhook_attempts", "DROP INDEX webhook_attempts_delivery_id_number_idx"],
  ["audit from the checkpoint on", "transfers", "DROP INDEX transfers_by_xid"],
  ["outbox sweep", "outbox_messages", "DROP INDEX outbox_finished"],
])(
  "without its index, %s would read %s whole",
  async (name, table, drop) => {
    await asOwner((client) => client.query(drop));
    const scans = await explained.scansOf(reads[name]?.[1] ?? (async () => undefined));
    expect(whole(scans, [table])).not.toEqual([]);
  },
  60_000,
);
