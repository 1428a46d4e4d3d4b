"use server";

import { staffAction } from "@/lib/access/auth/actions";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { isWaiting } from "@/lib/money/acts/schema";
import { assignUnclaimed, unassign } from "@/lib/money/bank/transfers/assign";
import { closeAsOwn, closeAsReturned } from "@/lib/money/bank/transfers/close";
import { reverseTransfer } from "@/lib/money/bank/transfers/reverse";
import { reopenTransfer, voidTransfer } from "@/lib/money/bank/transfers/undo";
import { closeAsRefund } from "@/lib/money/refunds/decide";
import { assignSchema, closeSchema, correctSchema } from "./schema";

export const assignTransferAction = staffAction(
  { right: "money", input: assignSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { id, business, topUpId: orderId, reason, seen }) =>
    isWaiting(await assignUnclaimed(staff, id, await getBusiness(business), reason, { orderId, seen })),
);

const corrections = {
  unassign,
  reverse: reverseTransfer,
  void: voidTransfer,
  reopen: reopenTransfer,
  closeOwn: closeAsOwn,
} as const;

export const correctTransferAction = staffAction(
  { right: "money", input: correctSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { id, act, reason, seen }) => isWaiting(await corrections[act](staff, id, reason, seen)),
);

export const closeTransferAction = staffAction(
  { right: "money", input: closeSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { id, act, other, reason, ...page }) => {
    const seen = `${page.seen} ${other.seen}`;
    return isWaiting(
      act === "closeReturned"
        ? await closeAsReturned(staff, id, { incomingId: other.id, reason, seen })
        : await closeAsRefund(staff, id, { refundId: other.id, reason, seen }),
    );
  },
);
