import type { StaffRight, StaffRole } from "@/lib/principals/roles";
import type { Sign } from "./access-table";

/** The roles of the staff with each right. Repeated here, so that a role that gains one in the product fails the tests. */
export const staffHolders: Record<StaffRight, readonly StaffRole[]> = {
  read: ["support", "finance", "engineer", "admin"],
  money: ["finance"],
  work: ["engineer"],
  grant: ["admin"],
};

/** All pages and routes of the operator's desk: the right that each requires, and how it shows that it was granted. */
export const staffRoutes: Record<string, { right: StaffRight; sign: Sign }> = {
  "/operator/page": { right: "read", sign: { heading: "operator.today.title" } },
  "/operator/staff/page": { right: "read", sign: { heading: "operator.staff.title" } },
  "/operator/audit/page": { right: "read", sign: { heading: "operator.audit.title" } },
  "/operator/audit/audit.csv/route": { right: "read", sign: { text: "Number" } },
};

/** All server actions of the desk: the right and the proof of identity that each requires. */
export const staffCalls: Record<string, { right: StaffRight; proof: "recent" | "none" }> = {
  "lib/operator/actions.ts grantStaffAction": { right: "grant", proof: "recent" },
  "lib/operator/actions.ts revokeStaffAction": { right: "grant", proof: "recent" },
};
