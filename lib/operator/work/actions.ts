"use server";

import { staffAction } from "@/lib/access/auth/actions";
import { messagesSchema, replaySchema, retryInvoiceSchema } from "./schema";
import { actOnMessages, replayResults, retryInvoice } from "./work";

export const replayResultsAction = staffAction(
  { right: "work", input: replaySchema, proof: "recent", shows: "/operator/**" },
  async (staff, { ids, all, reason }) => {
    await replayResults(staff, all ? null : ids, reason);
  },
);

export const actOnMessagesAction = staffAction(
  { right: "work", input: messagesSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { act, ids, all, kind, reason }) => {
    await actOnMessages(staff, act, all ? { kind, isDead: true } : { ids }, reason);
  },
);

export const retryInvoiceAction = staffAction(
  { right: "work", input: retryInvoiceSchema, proof: "recent", shows: "/operator/**" },
  (staff, { id, reason }) => retryInvoice(staff, id, reason),
);
