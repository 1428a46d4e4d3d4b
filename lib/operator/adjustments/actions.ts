"use server";

import { revalidatePath } from "next/cache";
import { getLocale } from "next-intl/server";
import { staffAction } from "@/lib/access/auth/actions";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { isWaiting } from "@/lib/money/acts/schema";
import { requestAdjustment } from "@/lib/money/adjustments/adjust-credit";
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
