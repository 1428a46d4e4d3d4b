"use server";

import { revalidatePath } from "next/cache";
import { getLocale } from "next-intl/server";
import { staffAction } from "@/lib/auth/actions";
import { requestAdjustment } from "@/lib/billing/adjustments/request";
import { isWaiting } from "@/lib/billing/money-acts/schema";
import { getBusiness } from "@/lib/businesses/suspension/operate";
import { bookFile } from "./bulk";
import { bulkSchema, newAdjustmentSchema } from "./schema";

export const requestAdjustmentAction = staffAction(
  { right: "money", input: newAdjustmentSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { business, ...wanted }) =>
    isWaiting(await requestAdjustment(staff, (await getBusiness(business)).id, wanted)),
);

export const bookFileAction = staffAction(
  { right: "money", input: bulkSchema, proof: "recent" },
  async (staff, { lines, mode }) => {
    const result = await bookFile(staff, lines, { mode, locale: await getLocale() });
    if (result.batchId) revalidatePath("/operator", "layout");
    return result;
  },
);
