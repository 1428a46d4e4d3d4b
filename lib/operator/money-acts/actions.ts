"use server";

import { staffAction } from "@/lib/access/auth/actions";
import { approveMoneyAct, rejectMoneyAct } from "@/lib/money/acts/decide";
import { decideMoneyActSchema } from "./schema";

export const approveMoneyActAction = staffAction(
  { right: "money", input: decideMoneyActSchema, proof: "recent", shows: "/operator/**" },
  (staff, { id, reason }) => approveMoneyAct(staff, id, reason),
);

export const rejectMoneyActAction = staffAction(
  { right: "money", input: decideMoneyActSchema, proof: "recent", shows: "/operator/**" },
  (staff, { id, reason }) => rejectMoneyAct(staff, id, reason),
);
