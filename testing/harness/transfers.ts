import { createTopUp } from "@/lib/billing/top-ups/create";
import { getTopUp } from "@/lib/billing/top-ups/list";
import { newId } from "@/lib/ids";
import { listTransfers } from "@/lib/operator/transfers/list";
import type { TransferFilter } from "@/lib/operator/transfers/schema";
import type { Member } from "@/lib/principals/member";
import type { StaffMember } from "@/lib/principals/staff";

/** The ids of the transfers that someone on the staff finds. */
export const findIds = async (staff: StaffMember, filter: TransferFilter) =>
  (await listTransfers(staff, filter)).rows.map(({ id }) => id);

/** A top-up that a member ordered. */
export async function order(member: Member, amountVnd: number) {
  const id = await createTopUp(member, { amountVnd, formToken: newId("request") });
  return { id, code: (await getTopUp(member, id)).code ?? "" };
}
