import type { Route } from "next";
import type { MovementAddress } from "@/lib/money/movements/schema";
import { withQuery } from "@/lib/platform/with-query";

export const movementsPath = (business: string, address: MovementAddress = {}): Route =>
  withQuery(`/console/${business}/billing/movements`, address);
