// @module-tag slow
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { notificationContext } from "@/lib/money/bank/notifications/settle-notifications";
import { operateFromTerminal } from "@/lib/operator/cli/cli";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encryption";
import { newId } from "@/lib/platform/ids";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import { makeMember } from "@/prisma/factories";
import { makeStaff, makeTerminalOperator } from "@/prisma/staff-factories";
import { bankReports } from "@/testing/harness/bank-books";
import { newDataDirectory } from "@/testing/harness/own-server";
import { actsIn, readTerminal, silent } from "@/testing/harness/terminal";

const { said, complained } = readTerminal();

beforeAll(() => makeTerminalOperator());

test("the command credits, adjusts, assigns, reverses and decides, and lists claims and transfers", async () => {
  const { businessId, businessSlug } = await makeMember();
  const who = ["--as", "ops@vang.example", "--reason", "Hợp đồng 12"];
  const run = async (...args: string[]) => {
    said.length = complained.length = 0;
    return { code: await operateFromTerminal(args, silent), said: said.join(""), complained: complained.join("") };
  };
  const reference = newId("transfer");
  const credit = ["credit", businessSlug, "--amount", "200000", "--reference", ` ${reference}`, ...who];
  expect(await run(...credit)).toMatchObject({
    code: 0,
    said: expect.stringContaining("is credited 200000 VND as top_"),
  });
  expect(await run(...credit)).toMatchObject({
    code: 1,
    complained: `The reference ${reference.toUpperCase()} was entered already.\n`,
  });
  expect(await run("adjust", businessId, "--amount=-200000", ...who)).toMatchObject({ code: 0 });

  const grant = ["credit", "grant", businessSlug, "--amount", "30000", ...who];
  expect((await run(...grant, "--until", "tomorrow")).complained).toContain("time zone");
  expect((await run(...grant, "--until", "2020-01-01T00:00:00+07:00")).complained).toContain("expired already");
  expect((await run(...grant)).said).toContain("is given 30000 VND of free credit.");
  const [claimed, unclaimed] = [await bankReports({ amountVnd: 77_001n }), await bankReports()];
  const now = clock.now();
  const claim = { id: newId("bankClaim"), businessId, amountVnd: 77_001n, reference: "", note: "Của kế toán" };
  await db.bankClaim.create({ data: { ...claim, transferredAt: now, createdAt: now, status: "open" } });
  const listed = await run("claims");
  expect(listed.said).toContain(`${claim.id}  ${businessSlug}  77001 VND`);
  expect(listed.said).toContain(`\n    ${claimed}  in  77001 VND`);
  expect((await run("transfers")).said).toContain('N. V. A. …6789  "NGUYEN VAN A chuyen tien"\n');
  expect((await run("transfers")).said).not.toContain("9704123456789");

  expect(await run("decide", claim.id, "approve", ...who)).toMatchObject({
    code: 2,
    complained: expect.stringContaining("--transfer"),
  });
  expect((await run("decide", claim.id, "approve", "--transfer", claimed, ...who)).code).toBe(0);
  expect((await run("decide", claim.id, "reject", ...who)).complained).toContain("is approved already");
  expect((await run("assign", unclaimed, businessSlug, ...who)).code).toBe(0);
  expect((await run("reverse", unclaimed, ...who)).said).toBe(`${unclaimed} is reversed.\n`);
  expect((await actsIn(businessId)).map(({ action }) => action)).toEqual([
    "credit.entered",
    "credit.adjusted",
    "credit.granted",
    "claim.approved",
    "transfer.assigned",
    "transfer.reversed",
  ]);
});

test("the command voids, closes, and reads and dismisses notifications; its texts cannot move the cursor", async () => {
  const { businessId } = await makeMember();
  const who = ["--as", "ops@vang.example", "--reason", "Đối chiếu"];
  const run = async (...args: string[]) => {
    said.length = complained.length = 0;
    return { code: await operateFromTerminal(args, silent), said: said.join(""), complained: complained.join("") };
  };
  const [forged, fee, incoming, outgoing] = [
    await bankReports(),
    await bankReports({ direction: "out", amountVnd: 3300n }),
    await bankReports({ amountVnd: 61_003n }),
    await bankReports({ direction: "out", amountVnd: 61_003n }),
  ];
  await run("assign", forged, businessId, ...who);
  expect(await run("void", forged, ...who)).toMatchObject({ code: 0, said: `${forged} is void.\n` });
  expect((await run("close", fee, ...who)).complained).toContain("--kind own, --kind refund or --kind returned");
  expect(await run("close", fee, "--as", "own", ...who)).toMatchObject({ code: 0, said: `${fee} is closed as own.\n` });
  expect((await run("close", outgoing, "--as", "returned", ...who)).complained).toContain("--transfer");
  expect((await run("close", outgoing, "--as", "returned", "--transfer", incoming, ...who)).code).toBe(0);
  expect((await run("close", outgoing, "--as", "refund", ...who)).complained).toContain("is reversal already");
  expect((await run("refund", "rfd_1", "paid", ...who)).complained).toContain("say why there is none");
  expect((await run("transfers")).said).not.toMatch(new RegExp([forged, fee, incoming, outgoing].join("|")));

  const id = newId("bankNotification");
  const encryptedBody = encrypt(Buffer.from("id=1\u001b[2J").toString("base64"), notificationContext(id));
  const at = { receivedAt: clock.now(), dueAt: clock.now() };
  const row = { id, provider: "sepay", network: "", status: "unrecorded", reason: "id is not an id", contentType: "" };
  await db.bankNotification.create({ data: { ...row, ...at, encryptedBody } });
  expect((await run("notifications")).said).toContain(`${id}  sepay  `);
  expect((await run("notification", id, "read", ...who)).said).toBe("id=1\\u{1b}[2J\n");
  expect((await run("notification", id, "dismiss", ...who)).said).toBe(`${id} is dismissed.\n`);
  expect((await run("notifications")).said).toBe("0 notifications could not be recorded\n");
});

test.each([["0"], ["-5"], ["1.5"], ["200,000"], ["1e6"], [""], ["1234567890123"]])(
  "an amount of %j is not credited",
  async (amount) => {
    const { businessId } = await makeMember();
    const who = ["--as", "ops@vang.example", "--reason", "Hợp đồng"];
    const args = ["credit", businessId, `--amount=${amount}`, "--reference", newId("transfer"), ...who];
    expect(await operateFromTerminal(args, silent)).toBe(2);
    expect(complained.join("")).toMatch(/whole VND|above zero/);
    expect(await actsIn(businessId)).toEqual([]);
  },
);

test("an amount above 10,000,000 VND is shown in words and confirmed; times are Vietnam's; acts without a business are listed", async () => {
  const { businessId } = await makeMember();
  const who = ["--as", "ops@vang.example", "--reason", "Hợp đồng 15"];
  const credit = (amount: string) => [
    "credit",
    businessId,
    "--amount",
    amount,
    "--reference",
    newId("transfer"),
    ...who,
  ];
  expect(await operateFromTerminal(credit("15000000"), async () => "no")).toBe(1);
  expect(said.join("")).toContain("15,000,000 VND (fifteen million đồng)");
  expect(complained.pop()).toContain("Nothing was done");
  expect(await actsIn(businessId)).toEqual([]);
  const byOther = async (args: string[]) => [...args, "--as", (await makeStaff("finance")).email];
  expect(await operateFromTerminal(credit("10000000"), silent)).toBe(0);
  expect(await operateFromTerminal(await byOther(credit("10000001")), async () => "yes")).toBe(0);
  expect(await operateFromTerminal([...(await byOther(credit("10000002"))), "--yes"], silent)).toBe(0);
  expect(await operateFromTerminal(["adjust", businessId, "--amount=-10000001", ...who], silent)).toBe(1);
  expect(said.join("")).toContain("minus ten million one đồng");
  const acts = await actsIn(businessId);
  expect(acts).toHaveLength(3);

  said.length = 0;
  await operateFromTerminal(["list", businessId]);
  expect(said.at(-1)).toContain(`${vietnamTime(acts[0]?.at ?? new Date(0))}  credit.entered`);

  await operateFromTerminal(["webhooks", "stop", ...who]);
  await operateFromTerminal(["webhooks", "start", ...who]);
  said.length = 0;
  await operateFromTerminal(["list", "acts"]);
  expect(said.slice(0, 2).map((line) => line.split("  ")[1])).toEqual(["webhooks.started", "webhooks.stopped"]);
});

test("every verb that moves more than 10,000,000 VND has them confirmed in words before anything is done", async () => {
  const { businessId, userId } = await makeMember();
  const who = ["--as", "ops@vang.example", "--reason", "Đối chiếu"];
  const [transfer, out] = [
    await bankReports({ amountVnd: 10_000_001n }),
    await bankReports({ direction: "out", amountVnd: 10_000_001n }),
  ];
  const now = clock.now();
  const claim = { id: newId("bankClaim"), businessId, amountVnd: 10_000_001n, reference: "", note: "" };
  await db.bankClaim.create({ data: { ...claim, transferredAt: now, createdAt: now, status: "open" } });
  const refund = { id: newId("refund"), businessId, amountMilli: 10_000_001_000n, encryptedPayee: "", createdAt: now };
  await db.refundRequest.create({ data: { ...refund, requestedById: userId, status: "open" } });
  const adjustment = { id: newId("adjustment"), businessId, kind: "goodwill", amountVnd: 10_000_001n, createdAt: now };
  const requested = { reference: "HD 17", reason: "Bù", status: "open", authorId: userId, needsApproval: true };
  await db.creditAdjustment.create({ data: { ...adjustment, ...requested } });
  const file = join(newDataDirectory(), "credits.csv");
  const line = (amount: string) => `${businessId},goodwill,${amount},HD 18 ${amount},Bù`;
  writeFileSync(file, `business,kind,amount,reference,reason\n${line("5000001")}\n${line("-5000000")}\n`);
  const { email } = await makeStaff("finance");
  const amount = ["--amount", "10000001"];
  for (const args of [
    ["transfers", "assign", transfer, businessId],
    ["transfers", "reverse", transfer],
    ["transfers", "void", transfer],
    ["transfers", "reopen", transfer],
    ["transfers", "close", out, "--kind", "own"],
    ["claims", "approve", claim.id, "--transfer", transfer],
    ["refunds", "pay", refund.id, "--without-transfer", "Tiền mặt"],
    ["refunds", "approve", refund.id],
    ["transfers", "unassign", transfer],
    ["credit", "request", businessId, "--kind", "contract", "--reference", "HD 19", ...amount],
    ["credit", "approve", adjustment.id],
    ["credit", "grant", businessId, ...amount],
    ["credit", "correct", newId("topUp"), ...amount],
    ["credit", "enter", businessId, "--reference", "HD 19", ...amount],
    ["credit", "adjust", businessId, ...amount],
    ["invoices", "adjust", "ivc_1", ...amount],
    ["credit", "file", file, "--as", email],
  ]) {
    said.length = complained.length = 0;
    expect(await operateFromTerminal([...args, ...(args[1] === "file" ? [] : who)], async () => "no")).toBe(1);
    expect(said.join(""), args.join(" ")).toContain("10,000,001 VND (ten million one đồng)");
    expect(complained.join("")).toContain("Nothing was done");
  }
  expect(await actsIn(businessId)).toEqual([]);
  await db.refundRequest.delete({ where: { id: refund.id } });
  expect(await operateFromTerminal(["credit", "file", file, "--as", email], async () => "yes")).toBe(0);
  expect(await db.creditAdjustment.count({ where: { businessId, status: "done" } })).toBe(2);
  await db.creditAdjustment.delete({ where: { id: adjustment.id } });
  const byOther = async () => ["--as", (await makeStaff("finance")).email, "--reason", "Đối chiếu"];
  expect(await operateFromTerminal(["assign", transfer, businessId, ...(await byOther())], async () => "yes")).toBe(0);
  expect(await operateFromTerminal(["reverse", transfer, "--yes", ...(await byOther())], silent)).toBe(0);
  expect(await operateFromTerminal(["transfers", "reopen", transfer, "--yes", ...(await byOther())], silent)).toBe(0);
  expect((await actsIn(businessId)).map(({ action }) => action)).toEqual([
    "credit.adjusted",
    "credit.adjusted",
    "transfer.assigned",
    "transfer.reversed",
    "transfer.reopened",
  ]);
});

test("credit above the limit is requested by one person on the staff and approved by another, never entered at once", async () => {
  const { businessId, businessSlug } = await makeMember();
  const [author, approver] = [await makeStaff("finance"), await makeStaff("finance")];
  const by = ({ email }: { email: string }) => ["--as", email, "--reason", "Hợp đồng 16", "--yes"];
  const amount = ["--amount", "30000000", "--reference", "HD 16"];
  const entered = ["credit", "enter", businessId, "--amount", "1000", "--reference", "HD 15"];
  expect(await operateFromTerminal([...entered, ...by(author)], silent)).toBe(0);
  const { id: paymentId } = await db.topUp.findFirstOrThrow({ where: { businessId } });
  for (const direct of [
    ["credit", "enter", businessId, ...amount],
    ["credit", "adjust", businessId, ...amount.slice(0, 2)],
    ["credit", "correct", paymentId, ...amount.slice(0, 2)],
  ])
    expect(await operateFromTerminal([...direct, ...by(author)], silent)).toBe(1);
  expect(complained.join("")).toContain("a second person approves");

  const request = ["credit", "request", businessSlug, "--kind", "contract", ...amount];
  expect(await operateFromTerminal([...request, ...by(author)], silent)).toBe(0);
  const { id } = await db.creditAdjustment.findFirstOrThrow({ where: { businessId } });
  await operateFromTerminal(["credit", "waiting"], silent);
  expect(said.join("")).toContain(id);
  const approve = (who: { email: string }) => ["credit", "approve", id, ...by(who)];
  expect(await operateFromTerminal(approve(author), silent)).toBe(1);
  expect(await operateFromTerminal(approve(approver), silent)).toBe(0);
  expect((await actsIn(businessId)).map(({ action }) => action)).toEqual([
    ...["credit.entered", "credit.requested", "credit.entered", "credit.approved"],
  ]);
});
