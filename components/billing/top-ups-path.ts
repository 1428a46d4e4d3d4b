import type { Route } from "next";
import { withQuery } from "@/components/ui/lists/with-query";

/** The URL of a business's billing page: with a page of its top-ups, or an amount filled in. */
export const topUpsPath = (business: string, address: { cursor?: string; amount?: string } = {}): Route =>
  withQuery(`/console/${business}/billing`, address);
