import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { db, withOwnConnection } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { isLoopback } from "@/lib/platform/net/loopback";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import { ListFailure, listEntries } from "./list-entries";
import { storeEntries } from "./store-entries";
import { type Fields, readText } from "./values";

const source = "sepay_list";

/** Reads SePay's list from where it was read to, once for all processes. Without a token it does nothing. */
export async function updateFromList(): Promise<void> {
  if (!env.SEPAY_API_TOKEN) return;
  await withOwnConnection(async (client) => {
    const { rows } = await client.query("SELECT pg_try_advisory_lock(hashtext('bank list')) AS taken");
    if (rows[0]?.taken) await readOn().then(recordSuccess, recordFailure);
  });
}

/** Returns the id of the newest entry, if there was one. */
async function readOn(): Promise<string | undefined> {
  const cursor = await db.bankListCursor.findUnique({ where: { source } });
  const from = new Date((cursor?.polledAt ?? clock.now()).getTime() - days(1));
  const byTime = { transaction_date_from: vietnamTime(from) };
  if (!cursor?.sinceId) return readAll(byTime);
  return readAll({ since_id: cursor.sinceId }).catch((error: Error) => {
    // SePay does not know the id: its list is of another account of theirs now.
    if (error instanceof ListFailure && [404, 422].includes(error.status)) return readAll(byTime);
    throw error;
  });
}

/** The id is kept only when all pages were read, since a page in the middle says nothing about those before it. */
async function readAll(query: Record<string, string>): Promise<string | undefined> {
  let newest: { id: string; date: string } | undefined;
  for await (const entries of listEntries(query)) {
    await storeEntries(entries);
    for (const entry of entries) newest = laterOf(newest, entry);
  }
  return newest?.id;
}

function laterOf(newest: { id: string; date: string } | undefined, entry: Fields) {
  const [id, date] = [readText(entry, "id"), readText(entry, "transaction_date")];
  return newest && newest.date > date ? newest : { id, date };
}

async function recordSuccess(newestId: string | undefined): Promise<void> {
  const state = { polledAt: clock.now(), failingSince: null, error: null, ...(newestId && { sinceId: newestId }) };
  await db.bankListCursor.upsert({ where: { source }, create: { source, ...state }, update: state });
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
