import { expect, test } from "vitest";
import { listAudit } from "@/lib/access/audit/list";
import { createTopUp } from "@/lib/money/top-ups/create";
import { clock } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { done } from "@/testing/harness/done";
import { mailsTo } from "@/testing/harness/mailbox";
import { approveClaim, rejectClaim } from "./decide";

const operator = await makeTerminalOperator();

async function makeClaim(
  businessId: string,
  options: { reference?: string; amountVnd?: bigint; status?: string } = {},
) {
  const now = clock.now();
  const said = { amountVnd: 200_000n, reference: "", note: "", status: "open", ...options };
  const data = { id: newId("bankClaim"), businessId, transferredAt: now, createdAt: now, ...said };
  return (await db.bankClaim.create({ data, select: { id: true } })).id;
}

const claimOf = (id: string) => db.bankClaim.findUniqueOrThrow({ where: { id } });
const actsOn = (businessId: string) => db.platformAuditEvent.findMany({ where: { businessId } });
const emailOf = async (userId: string) => (await db.user.findUniqueOrThrow({ where: { id: userId } })).email;

test("an approved claim credits its business alone, and those who read its billing are notified", async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  const developer = await makeMember({ businessId: member.businessId, role: "developer" });
  const transferId = await bankReports();
  const id = await makeClaim(member.businessId);
  const others = await makeClaim(other.businessId);

  expect(await done(approveClaim(operator, id, transferId, "Đúng mã giao dịch"))).toBe(member.businessId);

  expect((await walletOf(member.businessId)).available).toBe(200_000_000n);
  expect((await walletOf(other.businessId)).available).toBe(0n);
  expect(await claimOf(id)).toMatchObject({ status: "approved", transferId, decision: "Đúng mã giao dịch" });
  expect(await claimOf(others)).toMatchObject({ status: "open" });
  expect(await actsOn(member.businessId)).toMatchObject([
    {
      operator: operator.email,
      action: "claim.approved",
      details: { claimId: id, transferId, amountMilli: "200000000", reason: "Đúng mã giao dịch" },
    },
  ]);
  expect((await listAudit(member)).entries).toMatchObject([
    { action: "claim.approved", actorId: "operator", subject: id },
  ]);
  const notices = await db.notice.findMany({ where: { businessId: member.businessId, kind: "claimApproved" } });
  expect(notices.map(({ userId }) => userId)).toEqual([member.userId]);
  expect(notices.map(({ userId }) => userId)).not.toContain(developer.userId);
  const mails = (await mailsTo(await emailOf(member.userId))).map(({ text }) => text);
  expect(mails.filter((text) => text.includes("Đúng mã giao dịch"))).toHaveLength(1);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a payment that is checked since it is large is not credited to another business that claims its amount", async () => {
  const [payer, claimant] = [await makeMember(), await makeMember()];
  const topUpId = await createTopUp(payer, { amountVnd: 200_000, formToken: newToken() });
  const { code } = await db.topUp.findUniqueOrThrow({ where: { id: topUpId } });
  const transferId = await bankReports({ amountVnd: 900_000n, memo: `${code} chuyen tien` });
  const theirs = await makeClaim(claimant.businessId, { amountVnd: 900_000n });
  await expect(approveClaim(operator, theirs, transferId, "Khớp")).rejects.toThrow(payer.businessSlug);
  expect((await walletOf(claimant.businessId)).available).toBe(0n);

  const own = await makeClaim(payer.businessId, { amountVnd: 900_000n });
  await approveClaim(operator, own, transferId, "Khớp");
  expect((await walletOf(payer.businessId)).available).toBe(900_000_000n);
});

test("a rejected claim moves no money, and its business reads the reason", async () => {
  const member = await makeMember();
  const transferId = await bankReports();
  const id = await makeClaim(member.businessId);
  await rejectClaim(operator, id, "Không có giao dịch này");

  expect((await walletOf(member.businessId)).available).toBe(0n);
  expect(await claimOf(id)).toMatchObject({ status: "rejected", transferId: null, decision: "Không có giao dịch này" });
  expect(await db.bankTransfer.findUnique({ where: { id: transferId } })).toMatchObject({ status: "unmatched" });
  const [mail] = await mailsTo(await emailOf(member.userId));
  expect(mail?.text).toContain("Không có giao dịch này");
  await expect(approveClaim(operator, id, transferId, "Nhầm")).rejects.toThrow(`The claim ${id} is rejected already.`);
});

test("of twenty decisions about one claim at once, one is made", async () => {
  const member = await makeMember();
  const transferId = await bankReports();
  const id = await makeClaim(member.businessId);
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 ? approveClaim(operator, id, transferId, "Đúng") : rejectClaim(operator, id, "Sai"),
    ),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of tries) {
    if (result.status === "rejected") expect(result.reason.message).toMatch(/is (approved|rejected) already\.$/);
  }
  const isApproved = (await claimOf(id)).status === "approved";
  expect((await walletOf(member.businessId)).available).toBe(isApproved ? 200_000_000n : 0n);
  expect(await actsOn(member.businessId)).toHaveLength(1);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("of twenty businesses that claim one transfer, one gets it", async () => {
  const transferId = await bankReports();
  const members = await Promise.all(Array.from({ length: 20 }, () => makeMember()));
  const tries = await Promise.allSettled(
    members.map(async ({ businessId }) => approveClaim(operator, await makeClaim(businessId), transferId, "Đúng")),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const wallets = await Promise.all(members.map(({ businessId }) => walletOf(businessId)));
  expect(wallets.reduce((sum, { available }) => sum + available, 0n)).toBe(200_000_000n);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("a claim is not approved once withdrawn, for another amount, for a transfer out or unknown, or when archived", async () => {
  const { businessId } = await makeMember();
  const transferId = await bankReports();
  const refused = async (claimId: string, id: string, words: string) =>
    expect(approveClaim(operator, claimId, id, "Đúng")).rejects.toThrow(words);
  await refused(await makeClaim(businessId, { status: "withdrawn" }), transferId, "is withdrawn already");
  await refused(await makeClaim(businessId, { amountVnd: 200_001n }), transferId, "claims 200001 VND");
  const open = await makeClaim(businessId);
  await refused(open, await bankReports({ direction: "out" }), "is outgoing");
  await refused(open, newId("bankTransfer"), "There is no bank transfer");
  await refused(newId("bankClaim"), transferId, "There is no claim");
  await db.business.update({ where: { id: businessId }, data: { archivedAt: clock.now() } });
  await refused(open, transferId, "archived");
  expect(await claimOf(open)).toMatchObject({ status: "open", transferId: null });
  expect(await actsOn(businessId)).toEqual([]);
  expect(await findBookErrors()).toEqual(noBookErrors);
});
