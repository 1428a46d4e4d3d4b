import type { Route } from "next";
import { withQuery } from "@/lib/platform/with-query";
import type { JobView } from "@/lib/speech/history/describe";
import type { HistoryAddress } from "@/lib/speech/history/schema";

/** The URL of a history page with a filter, and with a job open beside it or none. */
export const historyPath = (business: string, address: HistoryAddress = {}): Route =>
  withQuery(`/console/${business}/history`, address);

/** The download of a file about selected jobs. */
export const selectionPath = (business: string, file: "requests.zip" | "receipts.json", ids: readonly string[]) =>
  `${historyPath(business)}/${file}?${new URLSearchParams(ids.map((id) => ["id", id]))}`;

/** Where everything about one request is shown, by its trackingId or request ID. */
export const tracePath = (business: string, id: string): Route => `/console/${business}/trace/${id}` as Route;

/** The playground with a job's request in its fields. */
export const runAgainPath = (
  business: string,
  { trackingId, service }: Pick<JobView, "trackingId" | "service">,
): Route => withQuery(`/console/${business}/playground${service === "stt" ? "/transcribe" : ""}`, { from: trackingId });

/** Where a transcript is read, played and edited. */
export const transcriptPath = (business: string, trackingId: string): Route =>
  `${historyPath(business)}/${trackingId}/transcript` as Route;

/** The page of a long job: how far it is, and then its result. */
export const jobPath = (business: string, jobId: string): Route => `${historyPath(business)}/${jobId}` as Route;
