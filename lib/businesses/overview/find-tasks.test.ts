import { expect, test } from "vitest";
import type { Role } from "@/lib/access/principals/roles";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { findTasks } from "./find-tasks";

test.each<Role>(["owner", "developer", "billing", "viewer"])(
  "a suspended business needs attention before anything else, as its %s sees too",
  async (role) => {
    const owner = await makeMember({ creditMilli: 1_000_000n });
    const member = role === "owner" ? owner : await makeMember({ businessId: owner.businessId, role });
    expect((await findTasks(member, null)).map(({ kind }) => kind)).not.toContain("suspended");
    const since = clock.now();
    const where = { id: owner.businessId };
    await db.business.update({ where, data: { suspendedAt: since, suspendedReason: "Kiểm tra" } });
    expect((await findTasks(member, null))[0]).toEqual({ kind: "suspended", since, owes: false });
    await db.business.update({ where, data: { suspendedFor: "receivable" } });
    expect((await findTasks(member, null))[0]).toEqual({ kind: "suspended", since, owes: true });
  },
);

test("the suspension of another business is no task", async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  await db.business.update({
    where: { id: other.businessId },
    data: { suspendedAt: clock.now(), suspendedReason: "x" },
  });
  expect((await findTasks(member, null)).map(({ kind }) => kind)).not.toContain("suspended");
});
