import "server-only";
import { adjustAct, bookAct, grantAct } from "@/lib/money/adjustments/adjust-credit";
import { assignAct, unassignAct } from "@/lib/money/bank/transfers/assign";
import { closeOwnAct, closeReturnedAct } from "@/lib/money/bank/transfers/close";
import { reverseAct } from "@/lib/money/bank/transfers/reverse";
import { reopenAct, voidAct } from "@/lib/money/bank/transfers/undo";
import { approveClaimAct, rejectClaimAct } from "@/lib/money/claims/decide";
import { priceAct } from "@/lib/money/prices/register-operator-price";
import { approveRefundAct } from "@/lib/money/refunds/approve";
import { closeRefundAct, payRefundAct, rejectRefundAct } from "@/lib/money/refunds/decide";
import { correctAct, enterAct } from "@/lib/money/top-ups/entered";
import type { MoneyAct } from "./perform";
import type { MoneyActKind } from "./schema";

// biome-ignore lint/suspicious/noExplicitAny: each reads its own input before it gets it
type AnyAct = MoneyAct<any, unknown>;

/** Every act of the staff that moves money or sets what is charged. */
export const moneyActs: Record<MoneyActKind, AnyAct> = {
  "credit.book": bookAct,
  "credit.enter": enterAct,
  "credit.adjust": adjustAct,
  "credit.grant": grantAct,
  "credit.correct": correctAct,
  "claim.approve": approveClaimAct,
  "claim.reject": rejectClaimAct,
  "transfer.assign": assignAct,
  "transfer.unassign": unassignAct,
  "transfer.reverse": reverseAct,
  "transfer.void": voidAct,
  "transfer.reopen": reopenAct,
  "transfer.closeOwn": closeOwnAct,
  "transfer.closeReturned": closeReturnedAct,
  "transfer.closeRefund": closeRefundAct,
  "refund.approve": approveRefundAct,
  "refund.pay": payRefundAct,
  "refund.reject": rejectRefundAct,
  "price.add": priceAct,
};
