"use server";

import { revalidatePath } from "next/cache";
import { staffAction } from "@/lib/auth/actions";
import { addPrice } from "@/lib/billing/prices/register-operator-price";
import { previewPrice } from "./list";
import { addPriceSchema } from "./schema";

export const addPriceAction = staffAction(
  { right: "money", input: addPriceSchema, proof: "recent" },
  async (staff, { reason, ...typed }) => {
    await addPrice(staff, await previewPrice(staff, typed), reason);
    revalidatePath("/operator", "layout");
  },
);
