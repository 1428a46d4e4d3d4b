import type { Route } from "next";
import { withQuery } from "@/components/ui/lists/with-query";
import type { TopUpAddress } from "@/lib/billing/top-ups/schema";

export const newTopUpPath = (business: string, amount: string): Route =>
  withQuery(`/console/${business}/billing`, { amount });

export const topUpsPath = (business: string, address: TopUpAddress = {}): Route =>
  withQuery(`/console/${business}/billing/top-ups`, address);
