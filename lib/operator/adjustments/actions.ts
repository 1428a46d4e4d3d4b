"use server";

import { revalidatePath } from "next/cache";
import { getLocale } from "next-intl/server";
import { staffAction } from "@/lib/auth/actions";
import { approveAdjustment, rejectAdjustment } from "@/lib/billing/adjustments/decide";
import { requestAdjustment } from "@/lib/billing/adjustments/request";
import { getBusiness } from "@/lib/businesses/suspension/operate";
import { bookFile } from "./bulk";
import { bulkSchema, decideAdjustmentSchema, newAdjustmentSchema } from "./schema";

export const requestAdjustmentAction = staffAction(
  { right: "money", input: newAdjustmentSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { business, ...wanted }) => requestAdjustment(staff, (await getBusiness(business)).id, wanted),
);

export const approveAdjustmentAction = staffAction(
  { right: "money", input: decideAdjustmentSchema, proof: "recent", shows: "/operator/**" },
  (staff, { id, reason }) => approveAdjustment(staff, id, reason),
);

export const rejectAdjustmentAction = staffAction(
  { right: "money", input: decideAdjustmentSchema, proof: "recent", shows: "/operator/**" },
  (staff, { id, reason }) => rejectAdjustment(staff, id, reason),
);

export const bookFileAction = staffAction(
  { right: "money", input: bulkSchema, proof: "recent" },
  async (staff, { lines, mode }) => {
    const result = await bookFile(staff, lines, { mode, locale: await getLocale() });
    if (result.batchId) revalidatePath("/operator", "layout");
    return result;
  },
);
