import type { Route } from "next";
import { withQuery } from "@/components/ui/with-query";
import type { HistoryAddress } from "@/lib/history/schema";

/** Where a page of a business's history is, narrowed or not, with a call open beside it or none. */
export const historyPath = (business: string, address: HistoryAddress = {}): Route =>
  withQuery(`/console/${business}/history`, address);
