import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { stringify } from "lossless-json";
import { clock, days, seconds } from "@/lib/platform/clock";
import { db, withOwnConnection } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encryption";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { isLoopback } from "@/lib/platform/net/loopback";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import { notificationContext } from "./receive-notification";
import { type Fields, readFields, readId, readJson, readText, Unreadable } from "./values";

const source = "sepay_list";

/** Reads SePay's list from where it was read to, once for all processes. Without a token it does nothing. */
export async function updateFromList(): Promise<void> {
  if (!env.SEPAY_API_TOKEN) return;
  await withOwnConnection(async (client) => {
    const { rows } = await client.query("SELECT pg_try_advisory_lock(hashtext('bank list')) AS taken");
    if (!rows[0]?.taken) return;
    await readNewEntries().then(async (sinceId) => {
      const state = { polledAt: clock.now(), failingSince: null, error: null, ...(sinceId && { sinceId }) };
      await db.bankListCursor.upsert({ where: { source }, create: { source, ...state }, update: state });
    }, recordFailure);
  });
}

/** Returns the id of the newest entry, if there was one. */
async function readNewEntries(): Promise<string | undefined> {
  const cursor = await db.bankListCursor.findUnique({ where: { source } });
  const from = new Date((cursor?.polledAt ?? clock.now()).getTime() - days(1));
  const byTime = { transaction_date_from: vietnamTime(from) };
  if (!cursor?.sinceId) return storeAll(byTime);
  return storeAll({ since_id: cursor.sinceId }).catch((error: Error) => {
    // SePay does not know the id: its list is of another account of theirs now.
    if (error instanceof ListFailure && [404, 422].includes(error.status)) return storeAll(byTime);
    throw error;
  });
}

/** The id is kept only when all pages were read, since a page in the middle says nothing about those before it. */
async function storeAll(query: Record<string, string>): Promise<string | undefined> {
  let newest: { id: string; date: string } | undefined;
  for await (const entries of listEntries(query)) {
    await storeEntries(entries);
    for (const entry of entries) {
      const [id, date] = [readText(entry, "id"), readText(entry, "transaction_date")];
      if (!newest || newest.date <= date) newest = { id, date };
    }
  }
  return newest?.id;
}

async function recordFailure(error: Error & { cause?: { code?: string } }): Promise<void> {
  const isRefused = error.cause?.code === "ECONNREFUSED";
  // On a development machine: the simulated bank does not run.
  if (isRefused && env.isLocal && isLoopback(new URL(env.SEPAY_API_URL).hostname)) return;
  const said = `${error.name}: ${error instanceof ListFailure ? error.message : (error.cause?.code ?? "no list")}`;
  const before = await db.bankListCursor.findUnique({ where: { source }, select: { failingSince: true } });
  const state = { failingSince: before?.failingSince ?? clock.now(), error: said };
  await db.bankListCursor.upsert({ where: { source }, create: { source, ...state }, update: state });
  log.warn({ error: said }, "SePay's list could not be read");
}

class ListFailure extends Error {
  constructor(readonly status: number) {
    super(`the list responded with ${status}`);
  }
}

/** SePay allows three requests a second from one address. */
const pauseMs = 350;
const maxWaits = 20;

/** The entries of SePay's list of bank transfers, version 2, page after page, the oldest first. */
export async function* listEntries(query: Record<string, string>): AsyncGenerator<Fields[]> {
  for (let page = 1; ; page += 1) {
    const all = { ...query, transaction_date_sort: "asc", per_page: "100", page: String(page) };
    const { data, meta } = readJson(await fetchPage(new URLSearchParams(all)));
    if (!Array.isArray(data)) throw new Unreadable("data is not a list");
    const { has_more: hasMore } = readFields(readFields(meta, "meta").pagination, "pagination");
    yield data.map((entry) => readFields(entry, "an entry"));
    if (hasMore !== true || data.length === 0) return;
    await sleep(pauseMs);
  }
}

async function fetchPage(query: URLSearchParams): Promise<Buffer> {
  for (let waits = 0; ; waits += 1) {
    const response = await fetch(`${env.SEPAY_API_URL}/transactions?${query}`, {
      headers: { authorization: `Bearer ${env.SEPAY_API_TOKEN}`, accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(seconds(20)),
    });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    await response.body?.cancel();
    if (response.status !== 429 || waits === maxWaits) throw new ListFailure(response.status);
    const wanted = Number(response.headers.get("retry-after"));
    await sleep(seconds(Math.min(wanted > 0 ? wanted : 1, 60)));
  }
}

/** Stores entries of which no report was recorded, to be settled as notifications are. */
export async function storeEntries(entries: Fields[]): Promise<void> {
  const known = await db.bankReport.findMany({
    where: { source, sourceId: { in: entries.map(idOf).filter((id) => id !== null) } },
    select: { sourceId: true },
  });
  const ids = new Set(known.map(({ sourceId }) => sourceId));
  const receivedAt = clock.now();
  const missing = entries.flatMap((entry) => {
    const entryId = idOf(entry);
    if (entryId && ids.has(entryId)) return [];
    const id = entryId ? `bnk_${entryId}` : newId("bankNotification");
    const body = Buffer.from(stringify(entry) ?? "").toString("base64");
    const encryptedBody = encrypt(body, notificationContext(id));
    const row = { id, provider: source, receivedAt, network: "", status: "pending", encryptedBody };
    return [{ ...row, contentType: "application/json", dueAt: receivedAt }];
  });
  // An entry that waits, or whose account is unknown, is stored already.
  await db.bankNotification.createMany({ data: missing, skipDuplicates: true });
}

function idOf(entry: Fields): string | null {
  try {
    return readId(entry, "id");
  } catch {
    return null;
  }
}
