"use server";

import { staffAction } from "@/lib/auth/actions";
import { isWaiting } from "@/lib/billing/money-acts/schema";
import { addPrice } from "@/lib/billing/prices/register-operator-price";
import { previewPrice } from "./list";
import { addPriceSchema } from "./schema";

export const addPriceAction = staffAction(
  { right: "money", input: addPriceSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { reason, ...typed }) => isWaiting(await addPrice(staff, await previewPrice(staff, typed), reason)),
);
