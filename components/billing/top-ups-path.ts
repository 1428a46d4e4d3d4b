import type { Route } from "next";
import { withQuery } from "@/components/ui/lists/with-query";
import type { TopUpAddress } from "@/lib/billing/top-ups/schema";

/** The URL of a business's billing page with an amount filled in. */
export const newTopUpPath = (business: string, amount: string): Route =>
  withQuery(`/console/${business}/billing`, { amount });

/** The URL of a business's top-ups with a filter. */
export const topUpsPath = (business: string, address: TopUpAddress = {}): Route =>
  withQuery(`/console/${business}/billing/top-ups`, address);
