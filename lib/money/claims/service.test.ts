import { afterEach, expect, test } from "vitest";
import { clock, days, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { newClaimSchema } from "./schema";
import { createClaim, listClaims, withdrawClaim } from "./service";

afterEach(() => clock.reset());

const claim = () => ({
  amountVnd: 250_000,
  transferredAt: new Date(+clock.now() - hours(2)),
  reference: "FT26326123456789",
  note: "Chuyển từ tài khoản của kế toán",
});

test("a claim is listed as it was sent until it is withdrawn, and both are in the audit log", async () => {
  const member = await makeMember({ role: "billing" });
  const sent = claim();
  const id = await createClaim(member, sent);
  expect(await listClaims(member)).toMatchObject([
    { ...sent, id, amountVnd: 250_000n, status: "open", decision: null },
  ]);

  await withdrawClaim(member, id);
  await withdrawClaim(member, id);
  expect(await listClaims(member)).toMatchObject([{ id, status: "withdrawn" }]);
  const events = await db.auditEvent.findMany({
    where: { businessId: member.businessId },
    orderBy: { sequence: "asc" },
  });
  expect(events.map(({ action, subject }) => [action, subject])).toEqual([
    ["claim.created", id],
    ["claim.withdrawn", id],
  ]);
});

test("the same claim sent ten times at once is one claim", async () => {
  const member = await makeMember();
  const sent = claim();
  const ids = await Promise.all(Array.from({ length: 10 }, () => createClaim(member, sent)));
  expect(new Set(ids).size).toBe(1);
  expect(await listClaims(member)).toHaveLength(1);
});

test("at most ten claims of a business are open, and another business's do not count", async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  for (let count = 1; count <= 10; count++) await createClaim(member, { ...claim(), amountVnd: count });
  await expect(createClaim(member, claim())).rejects.toMatchObject({ code: "CONFLICT" });
  await createClaim(other, claim());
  const [newest] = await listClaims(member);
  await withdrawClaim(member, newest?.id ?? "");
  await createClaim(member, claim());
});

test("a member of another business neither sees nor withdraws a claim, and a viewer of the same one sends none", async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  const id = await createClaim(member, claim());
  expect(await listClaims(other)).toEqual([]);
  await expect(withdrawClaim(other, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const viewer = await makeMember({ role: "viewer", businessId: member.businessId });
  for (const attempt of [createClaim(viewer, claim()), listClaims(viewer), withdrawClaim(viewer, id)])
    await expect(attempt).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await listClaims(member)).toMatchObject([{ status: "open" }]);
});

test("a decided claim is not withdrawn", async () => {
  const member = await makeMember();
  const id = await createClaim(member, claim());
  await db.bankClaim.update({ where: { id }, data: { status: "approved", decidedAt: clock.now() } });
  await expect(withdrawClaim(member, id)).rejects.toMatchObject({ code: "CONFLICT" });
});

const typed = { amountVnd: "250.000 ₫", transferredAt: "2026-11-20T09:30", reference: " FT 1 ", note: "" };

test("the form's time is on Vietnam's clock, and its amount may have separators", () => {
  clock.advance(+new Date("2026-11-21T00:00:00Z") - +clock.now());
  expect(newClaimSchema.parse(typed)).toEqual({
    amountVnd: 250_000,
    transferredAt: new Date("2026-11-20T02:30:00Z"),
    reference: "FT 1",
    note: "",
  });
});

test.each([
  ["amountVnd", "0", "billing.amountInvalid"],
  ["amountVnd", "1,5 triệu", "billing.amountInvalid"],
  ["transferredAt", "hôm qua", "claims.timeInvalid"],
  ["transferredAt", "2026-11-31T99:00", "claims.timeInvalid"],
  ["transferredAt", "2026-11-24T09:30", "claims.timeInFuture"],
  ["transferredAt", "2025-11-01T09:30", "claims.timeTooOld"],
  ["reference", "1".repeat(101), "claims.tooLong"],
  ["note", "a\u0000b", "auth.nameInvalid"],
])("%s cannot be %j", (field, value, message) => {
  clock.advance(+new Date("2026-11-21T00:00:00Z") - +clock.now());
  const { error } = newClaimSchema.safeParse({ ...typed, [field]: value });
  expect(error?.issues[0]).toMatchObject({ path: [field], message });
});

test("a claim of exactly one year ago is accepted", () => {
  clock.advance(+new Date("2026-11-21T00:00:00Z") - +clock.now());
  const time = new Date(+clock.now() - days(365)).toISOString().slice(0, 16);
  expect(newClaimSchema.safeParse({ ...typed, transferredAt: time }).success).toBe(true);
});
