"use server";

import { revalidatePath } from "next/cache";
import { getLocale } from "next-intl/server";
import { staffAction } from "@/lib/auth/actions";
import { approveAdjustment, rejectAdjustment } from "@/lib/billing/adjustments/decide";
import { requestAdjustment } from "@/lib/billing/adjustments/request";
import { getBusiness } from "@/lib/businesses/suspension/operate";
import { bookFile } from "./bulk";
import { bulkSchema, decideAdjustmentSchema, newAdjustmentSchema } from "./schema";

const showAgain = () => revalidatePath("/operator", "layout");

export const requestAdjustmentAction = staffAction(
  { right: "money", input: newAdjustmentSchema, proof: "recent" },
  async (staff, { business, ...wanted }) => {
    const requested = await requestAdjustment(staff, (await getBusiness(business)).id, wanted);
    showAgain();
    return requested;
  },
);

export const approveAdjustmentAction = staffAction(
  { right: "money", input: decideAdjustmentSchema, proof: "recent" },
  async (staff, { id, reason }) => {
    await approveAdjustment(staff, id, reason);
    showAgain();
  },
);

export const rejectAdjustmentAction = staffAction(
  { right: "money", input: decideAdjustmentSchema, proof: "recent" },
  async (staff, { id, reason }) => {
    await rejectAdjustment(staff, id, reason);
    showAgain();
  },
);

export const bookFileAction = staffAction(
  { right: "money", input: bulkSchema, proof: "recent" },
  async (staff, { lines, mode }) => {
    const result = await bookFile(staff, lines, { mode, locale: await getLocale() });
    if (result.batchId) showAgain();
    return result;
  },
);
