import type { Route } from "next";
import type { TopUpAddress } from "@/lib/money/top-ups/schema";
import { withQuery } from "@/lib/platform/with-query";

export const newTopUpPath = (business: string, amount: string): Route =>
  withQuery(`/console/${business}/billing`, { amount });

export const topUpsPath = (business: string, address: TopUpAddress = {}): Route =>
  withQuery(`/console/${business}/billing/top-ups`, address);
