import type { Route } from "next";
import { withQuery } from "@/lib/platform/with-query";
import type { HistoryAddress } from "@/lib/speech/history/schema";

/** The URL of a history page with a filter, and with a job open beside it or none. */
export const historyPath = (business: string, address: HistoryAddress = {}): Route =>
  withQuery(`/console/${business}/history`, address);

/** The download of a file about selected jobs. */
export const selectionPath = (business: string, file: "requests.zip" | "receipts.json", ids: readonly string[]) =>
  `${historyPath(business)}/${file}?${new URLSearchParams(ids.map((id) => ["id", id]))}`;
