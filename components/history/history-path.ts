import type { Route } from "next";
import type { HistoryAddress } from "@/lib/history/schema";

/** Where a page of a business's history is, with a call open beside it or none. */
export function historyPath(business: string, { cursor, job }: HistoryAddress = {}): Route {
  const query = new URLSearchParams({ ...(cursor && { cursor }), ...(job && { job }) });
  return `/console/${business}/history${query.size > 0 ? `?${query}` : ""}` as Route;
}
