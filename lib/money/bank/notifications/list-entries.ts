import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { type Fields, readFields, readJson, Unreadable } from "./values";

export class ListFailure extends Error {
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
    const { entries, hasMore } = await fetchPage(new URLSearchParams(all));
    yield entries;
    if (!hasMore || entries.length === 0) return;
    await sleep(pauseMs);
  }
}

async function fetchPage(query: URLSearchParams) {
  for (let waits = 0; ; waits += 1) {
    const response = await fetch(`${env.SEPAY_API_URL}/transactions?${query}`, {
      headers: { authorization: `Bearer ${env.SEPAY_API_TOKEN}`, accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(seconds(20)),
    });
    if (response.ok) return readPage(Buffer.from(await response.arrayBuffer()));
    await response.body?.cancel();
    if (response.status !== 429 || waits === maxWaits) throw new ListFailure(response.status);
    const wanted = Number(response.headers.get("retry-after"));
    await sleep(seconds(Math.min(wanted > 0 ? wanted : 1, 60)));
  }
}

function readPage(body: Buffer) {
  const { data, meta } = readJson(body);
  if (!Array.isArray(data)) throw new Unreadable("data is not a list");
  const { has_more: hasMore } = readFields(readFields(meta, "meta").pagination, "pagination");
  return { entries: data.map((entry) => readFields(entry, "an entry")), hasMore: hasMore === true };
}
