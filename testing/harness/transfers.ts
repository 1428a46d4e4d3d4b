import type { Member } from "@/lib/access/principals/member";
import type { StaffMember } from "@/lib/access/principals/staff";
import { createTopUp } from "@/lib/money/top-ups/create";
import { getTopUp } from "@/lib/money/top-ups/list";
import type { TransferFilter } from "@/lib/operator/transfers/schema";
import { listTransfers } from "@/lib/operator/transfers/transfers";
import { newId } from "@/lib/platform/ids";

/** The ids of the transfers that someone on the staff finds. */
export const findIds = async (staff: StaffMember, filter: TransferFilter) =>
  (await listTransfers(staff, filter)).rows.map(({ id }) => id);

/** A top-up that a member ordered. */
export async function order(member: Member, amountVnd: number) {
  const id = await createTopUp(member, { amountVnd, formToken: newId("request") });
  return { id, code: (await getTopUp(member, id)).code ?? "" };
}
