import { listRequests } from "@/lib/keys/request-log/requests";
import { closeMonths } from "@/lib/money/statements/close";
import { getStatement, listStatementGroups } from "@/lib/money/statements/read";
import { answerUsage } from "@/lib/money/usage/answer";
import { readReport } from "@/lib/money/usage/read-report";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { vietnamDate, vietnamMonth } from "@/lib/platform/vietnam-time";
import { findJobPage, listJobs } from "@/lib/speech/history/list";
import { findJob } from "@/lib/speech/history/lookup";
import type { HistoryFilter } from "@/lib/speech/history/schema";
import { findDelivery, listDeliveries } from "@/lib/webhooks/delivery-log/find";
import { makeCaller, makeMember } from "@/prisma/factories";
import { businessId, endpointId, keyId, listCompleted, orderOf, wordOf } from "@/testing/scale-rows";

type Read = () => Promise<unknown>;

/** What a member or a key of a business reads, by name. */
export async function openReads(business: number, rows: number): Promise<Record<string, Read>> {
  // Closes months of 200 businesses, in the order of their ids.
  if ((await db.statement.count({ where: { businessId: businessId(business) } })) === 0) await closeMonths();
  const member = await makeMember({ businessId: businessId(business) });
  const caller = await makeCaller({ businessId: businessId(business), scopes: ["tts:execute", "usage:read"] });
  const endpoint = endpointId(business);
  const jobs = listCompleted(business, rows);
  const requests = (filter: HistoryFilter) => (cursor?: string) => listRequests(member, { filter, cursor });
  const log = (state?: "failed") => (cursor?: string) =>
    listDeliveries(member, endpoint, { cursor, filter: { state } });
  const [today, month] = [vietnamDate(clock.now()), vietnamDate(new Date(+clock.now() - days(29)))];
  const statement =
    (at: string): Read =>
    async () =>
      listStatementGroups(await getStatement(member, at));
  const anyOf = (ids: string[]) => ids[Math.floor(Math.random() * ids.length)] ?? "";
  const words =
    (text: string): Read =>
    () =>
      listJobs(member, { filter: { q: text }, limit: 100 });
  const delivery = await log()();
  return {
    "lookup of a job": () => findJob(caller, "tts", anyOf(jobs)),
    ...(await pagesOf("history", requests({}))),
    ...(await pagesOf("history by key", requests({ key: keyId(3 * business) }))),
    ...(await pagesOf("history of failed jobs", requests({ status: "failed" }))),
    ...(await pagesOf("history of slow jobs", requests({ slow: "1" }))),
    ...(await pagesOf("history of a voice", requests({ voice: "south-truc" }))),
    "history by its frequent words": words(`${wordOf(0)} ${wordOf(1)}`),
    "history by a rare word": words(wordOf(450)),
    "history by metadata": () => findJobPage(member.businessId, { metadata: { orderId: orderOf(business, rows) } }),
    "usage page, 7 days": () => readReport(member, {}),
    "usage of 30 days by GET /usage": () =>
      answerUsage(caller, { from: month, to: today, by: ["day", "model"], limit: 100 }),
    ...(await pagesOf("delivery log", log())),
    ...(await pagesOf("delivery log of failures", log("failed"))),
    "a delivery with its attempts": () => findDelivery(member, endpoint, delivery.deliveries[7]?.id ?? ""),
    "statement of this month": statement(vietnamMonth(clock.now())),
    "statement of a closed month": statement(vietnamMonth(new Date(+clock.now() - days(30)))),
  };
}

/** The first page and the hundredth, or the last full one before it. */
async function pagesOf(name: string, read: (cursor?: string) => Promise<{ next: string | null }>) {
  let cursor: string | undefined;
  for (let page = 1; page < 100; page++) {
    const { next } = await read(cursor);
    if (!next || !(await read(next)).next) break;
    cursor = next;
  }
  return { [`${name}, first page`]: () => read(), [`${name}, hundredth page`]: () => read(cursor) };
}
