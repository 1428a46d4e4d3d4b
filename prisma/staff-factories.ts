import type { Operator } from "@/lib/access/principals/operator";
import type { StaffRole } from "@/lib/access/principals/roles";
import type { StaffMember } from "@/lib/access/principals/staff";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeConfirmedApp, makeViewer } from "./factories";

/** Someone who has been on the operating company's staff for a month, signed in with a second factor. */
export async function makeStaff(role: StaffRole): Promise<StaffMember> {
  const { userId } = await makeConfirmedApp();
  await db.staffMember.create({ data: { userId, role, grantedAt: new Date(+clock.now() - days(30)) } });
  return { ...(await makeViewer({ userId })), via: "desk", role } as unknown as StaffMember;
}

/** Someone of the staff who moves money, in the terminal under this email address. */
export async function makeTerminalOperator(email = "ops@vang.example"): Promise<Operator> {
  if ((await db.user.count({ where: { email } })) === 0) {
    const { userId } = await makeStaff("finance");
    await db.user.update({ where: { id: userId }, data: { email }, select: { id: true } });
  }
  return { email, via: "terminal" } as Operator;
}
