import "server-only";
import { adjustAct, grantAct } from "@/lib/billing/adjust-credit";
import { bookAct } from "@/lib/billing/adjustments/request";
import { assignAct } from "@/lib/billing/bank-transfers/assign-unclaimed";
import { closeOwnAct, closeReturnedAct } from "@/lib/billing/bank-transfers/close";
import { reopenAct } from "@/lib/billing/bank-transfers/reopen";
import { reverseAct } from "@/lib/billing/bank-transfers/reverse-transfer";
import { unassignAct } from "@/lib/billing/bank-transfers/unassign-credited";
import { voidAct } from "@/lib/billing/bank-transfers/void";
import { approveClaimAct, rejectClaimAct } from "@/lib/billing/claims/decide";
import { priceAct } from "@/lib/billing/prices/register-operator-price";
import { approveRefundAct } from "@/lib/billing/refunds/approve";
import { closeRefundAct, payRefundAct, rejectRefundAct } from "@/lib/billing/refunds/decide";
import { correctAct } from "@/lib/billing/top-ups/correct-entered";
import { enterAct } from "@/lib/billing/top-ups/enter-credit";
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
