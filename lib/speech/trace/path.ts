import type { Route } from "next";
import { withQuery } from "@/lib/platform/with-query";
import type { JobView } from "@/lib/speech/history/describe";

/** Where everything about one request is shown, by its trackingId or request ID. */
export const tracePath = (business: string, id: string): Route => `/console/${business}/trace/${id}` as Route;

/** The playground with a job's request in its fields. */
export const runAgainPath = (
  business: string,
  { trackingId, service }: Pick<JobView, "trackingId" | "service">,
): Route => withQuery(`/console/${business}/playground${service === "stt" ? "/transcribe" : ""}`, { from: trackingId });
