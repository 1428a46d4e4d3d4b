import type { StaffRight, StaffRole } from "@/lib/principals/roles";
import type { Sign } from "./access-table";

/** The roles of the staff with each right. Repeated here, so that a role that gains one in the product fails the tests. */
export const staffHolders: Record<StaffRight, readonly StaffRole[]> = {
  read: ["support", "finance", "engineer", "admin"],
  money: ["finance"],
  work: ["engineer"],
  manage: ["finance", "engineer", "admin"],
  grant: ["admin"],
};

/** All pages and routes of the operator's desk: the right that each requires, and how it shows that it was granted. */
export const staffRoutes: Record<string, { right: StaffRight; sign: Sign }> = {
  "/operator/page": { right: "read", sign: { heading: "operator.today.title" } },
  "/operator/transfers/page": { right: "read", sign: { heading: "operator.transfers.title" } },
  "/operator/transfers/[transfer]/page": { right: "read", sign: { heading: "operator.transfers.titles.in" } },
  "/operator/claims/page": { right: "read", sign: { heading: "operator.claims.title" } },
  "/operator/claims/[claim]/page": { right: "read", sign: { heading: "operator.claims.one" } },
  "/operator/refunds/page": { right: "read", sign: { heading: "operator.refunds.title" } },
  "/operator/refunds/[refund]/page": { right: "read", sign: { heading: "operator.refunds.one" } },
  "/operator/receivables/page": { right: "read", sign: { heading: "operator.receivables.title" } },
  "/operator/incidents/page": { right: "read", sign: { heading: "operator.incidents.title" } },
  "/operator/incidents/[incident]/page": { right: "read", sign: { heading: "operator.incidents.one" } },
  "/operator/businesses/page": { right: "read", sign: { heading: "operator.businesses.title" } },
  "/operator/businesses/[business]/page": { right: "read", sign: { text: "Webhook endpoints" } },
  "/operator/adjustments/page": { right: "read", sign: { heading: "operator.adjustments.title" } },
  "/operator/adjustments/[adjustment]/page": { right: "read", sign: { heading: "operator.adjustments.one" } },
  "/operator/adjustments/file/page": { right: "read", sign: { heading: "operator.adjustments.fileTitle" } },
  "/operator/setup/page": { right: "read", sign: { heading: "operator.setup.title" } },
  "/operator/prices/page": { right: "read", sign: { heading: "operator.prices.title" } },
  "/operator/prices/new/page": { right: "read", sign: { heading: "operator.prices.new" } },
  "/operator/staff/page": { right: "read", sign: { heading: "operator.staff.title" } },
  "/operator/audit/page": { right: "read", sign: { heading: "operator.audit.title" } },
  "/operator/audit/audit.csv/route": { right: "read", sign: { text: "Number" } },
};

/** All server actions of the desk: the right and the proof of identity that each requires. */
export const staffCalls: Record<string, { right: StaffRight; proof: "recent" | "none" }> = {
  "lib/operator/actions.ts grantStaffAction": { right: "grant", proof: "recent" },
  "lib/operator/actions.ts revokeStaffAction": { right: "grant", proof: "recent" },
  "lib/operator/businesses/actions.ts suspendBusinessAction": { right: "manage", proof: "recent" },
  "lib/operator/businesses/actions.ts resumeBusinessAction": { right: "manage", proof: "recent" },
  "lib/operator/businesses/actions.ts setLimitsAction": { right: "manage", proof: "recent" },
  "lib/operator/businesses/actions.ts addNoteAction": { right: "read", proof: "none" },
  "lib/operator/adjustments/actions.ts requestAdjustmentAction": { right: "money", proof: "recent" },
  "lib/operator/adjustments/actions.ts approveAdjustmentAction": { right: "money", proof: "recent" },
  "lib/operator/adjustments/actions.ts rejectAdjustmentAction": { right: "money", proof: "recent" },
  "lib/operator/adjustments/actions.ts bookFileAction": { right: "money", proof: "recent" },
  "lib/operator/setup/actions.ts testSetupAction": { right: "manage", proof: "recent" },
  "lib/operator/prices/actions.ts addPriceAction": { right: "money", proof: "recent" },
  "lib/operator/transfers/actions.ts assignTransferAction": { right: "money", proof: "recent" },
  "lib/operator/transfers/actions.ts correctTransferAction": { right: "money", proof: "recent" },
  "lib/operator/transfers/actions.ts closeTransferAction": { right: "money", proof: "recent" },
  "lib/operator/claims/actions.ts approveClaimAction": { right: "money", proof: "recent" },
  "lib/operator/claims/actions.ts rejectClaimAction": { right: "money", proof: "recent" },
  "lib/operator/claims/actions.ts answerClaimAction": { right: "read", proof: "none" },
  "lib/operator/refunds/actions.ts approveRefundAction": { right: "money", proof: "recent" },
  "lib/operator/refunds/actions.ts payRefundAction": { right: "money", proof: "recent" },
  "lib/operator/refunds/actions.ts rejectRefundAction": { right: "money", proof: "recent" },
  "lib/incidents/actions.ts openIncidentAction": { right: "work", proof: "none" },
  "lib/incidents/actions.ts updateIncidentAction": { right: "work", proof: "none" },
};
