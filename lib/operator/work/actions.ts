"use server";

import { revalidatePath } from "next/cache";
import { staffAction } from "@/lib/auth/actions";
import { messagesSchema, replaySchema, retryInvoiceSchema } from "./schema";
import { actOnMessages, replayResults, retryInvoice } from "./service";

const showAgain = () => revalidatePath("/operator", "layout");

export const replayResultsAction = staffAction(
  { right: "work", input: replaySchema, proof: "none" },
  async (staff, { ids, all, reason }) => {
    await replayResults(staff, all ? null : ids, reason);
    showAgain();
  },
);

export const actOnMessagesAction = staffAction(
  { right: "work", input: messagesSchema, proof: "none" },
  async (staff, { act, ids, all, kind, reason }) => {
    await actOnMessages(staff, act, all ? { kind, isDead: true } : { ids }, reason);
    showAgain();
  },
);

export const retryInvoiceAction = staffAction(
  { right: "work", input: retryInvoiceSchema, proof: "none" },
  async (staff, { id, reason }) => {
    await retryInvoice(staff, id, reason);
    showAgain();
  },
);
