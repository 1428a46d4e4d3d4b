import type { Route } from "next";
import type { HistoryAddress } from "@/lib/history/schema";

/** Where a page of a business's history is, narrowed or not, with a call open beside it or none. */
export function historyPath(business: string, address: HistoryAddress = {}): Route {
  const given = Object.entries(address).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const query = new URLSearchParams(given);
  return `/console/${business}/history${query.size > 0 ? `?${query}` : ""}` as Route;
}
