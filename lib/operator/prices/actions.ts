"use server";

import { staffAction } from "@/lib/access/auth/actions";
import { isWaiting } from "@/lib/money/acts/schema";
import { addPrice } from "@/lib/money/prices/register-operator-price";
import { previewPrice } from "./list";
import { addPriceSchema } from "./schema";

export const addPriceAction = staffAction(
  { right: "money", input: addPriceSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { reason, ...typed }) => isWaiting(await addPrice(staff, await previewPrice(staff, typed), reason)),
);
