import type { Route } from "next";
import { withQuery } from "@/components/ui/lists/with-query";
import type { MovementAddress } from "@/lib/billing/movements/schema";

export const movementsPath = (business: string, address: MovementAddress = {}): Route =>
  withQuery(`/console/${business}/billing/movements`, address);
