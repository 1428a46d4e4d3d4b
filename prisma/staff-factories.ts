import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import type { StaffRole } from "@/lib/principals/roles";
import type { StaffMember } from "@/lib/principals/staff";
import { makeConfirmedApp, makeViewer } from "./factories";

/** Someone on the operating company's staff, signed in with a second factor. */
export async function makeStaff(role: StaffRole): Promise<StaffMember> {
  const { userId } = await makeConfirmedApp();
  await db.staffMember.create({ data: { userId, role, grantedAt: clock.now() } });
  return { ...(await makeViewer({ userId })), via: "desk", role } as unknown as StaffMember;
}
