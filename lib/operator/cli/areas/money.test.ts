// @module-tag slow
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { operateFromTerminal } from "@/lib/operator/cli/cli";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import { makeMember } from "@/prisma/factories";
import { makeStaff, makeTerminalOperator } from "@/prisma/staff-factories";
import { newDataDirectory } from "@/testing/harness/own-server";
import { actsIn, readTerminal, silent } from "@/testing/harness/terminal";

const { said, complained } = readTerminal();

beforeAll(() => makeTerminalOperator());

test("the command enters a payment once, adjusts credit and grants free credit", async () => {
  const { businessId, businessSlug } = await makeMember();
  const who = ["--as", "ops@vang.example", "--reason", "Hợp đồng 12"];
  const run = async (...args: string[]) => {
    said.length = complained.length = 0;
    return { code: await operateFromTerminal(args, silent), said: said.join(""), complained: complained.join("") };
  };
  const reference = newId("transfer");
  const credit = ["credit", "enter", businessSlug, "--amount", "200000", "--reference", ` ${reference}`, ...who];
  expect(await run(...credit)).toMatchObject({
    code: 0,
    said: expect.stringContaining("is credited 200000 VND as top_"),
  });
  expect(await run(...credit)).toMatchObject({
    code: 1,
    complained: `The reference ${reference.toUpperCase()} was entered already.\n`,
  });
  expect(await run("credit", "adjust", businessId, "--amount=-200000", ...who)).toMatchObject({ code: 0 });

  const grant = ["credit", "grant", businessSlug, "--amount", "30000", ...who];
  expect((await run(...grant, "--until", "tomorrow")).complained).toContain("time zone");
  expect((await run(...grant, "--until", "2020-01-01T00:00:00+07:00")).complained).toContain("expired already");
  expect((await run(...grant)).said).toContain("is given 30000 VND of free credit.");
  expect((await actsIn(businessId)).map(({ action }) => action)).toEqual([
    "credit.entered",
    "credit.adjusted",
    "credit.granted",
  ]);
});

test.each([["0"], ["-5"], ["1.5"], ["200,000"], ["1e6"], [""], ["1234567890123"]])(
  "an amount of %j is not credited",
  async (amount) => {
    const { businessId } = await makeMember();
    const who = ["--as", "ops@vang.example", "--reason", "Hợp đồng"];
    const args = ["credit", "enter", businessId, `--amount=${amount}`, "--reference", newId("transfer"), ...who];
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
    "enter",
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
  expect(await operateFromTerminal(["credit", "adjust", businessId, "--amount=-10000001", ...who], silent)).toBe(1);
  expect(said.join("")).toContain("minus ten million one đồng");
  const acts = await actsIn(businessId);
  expect(acts).toHaveLength(3);

  said.length = 0;
  await operateFromTerminal(["audit", "acts", businessId]);
  expect(said.at(-1)).toContain(`${vietnamTime(acts[0]?.at ?? new Date(0))}  credit.entered`);

  await operateFromTerminal(["webhooks", "stop", ...who]);
  await operateFromTerminal(["webhooks", "start", ...who]);
  said.length = 0;
  await operateFromTerminal(["audit", "acts"]);
  expect(said.slice(0, 2).map((line) => line.split("  ")[1])).toEqual(["webhooks.started", "webhooks.stopped"]);
});

test("every verb that moves more than 10,000,000 VND has them confirmed in words before anything is done", async () => {
  const { businessId, userId } = await makeMember();
  const who = ["--as", "ops@vang.example", "--reason", "Đối chiếu"];
  const adjustment = {
    id: newId("adjustment"),
    businessId,
    kind: "goodwill",
    amountVnd: 10_000_001n,
    createdAt: clock.now(),
  };
  const requested = { reference: "HD 17", reason: "Bù", status: "open", authorId: userId, needsApproval: true };
  await db.creditAdjustment.create({ data: { ...adjustment, ...requested } });
  const file = join(newDataDirectory(), "credits.csv");
  const line = (amount: string) => `${businessId},goodwill,${amount},HD 18 ${amount},Bù`;
  writeFileSync(file, `business,kind,amount,reference,reason\n${line("5000001")}\n${line("-5000000")}\n`);
  const { email } = await makeStaff("finance");
  const amount = ["--amount", "10000001"];
  for (const args of [
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
  expect(await operateFromTerminal(["credit", "file", file, "--as", email], async () => "yes")).toBe(0);
  expect(await db.creditAdjustment.count({ where: { businessId, status: "done" } })).toBe(2);
  expect((await actsIn(businessId)).map(({ action }) => action)).toEqual(["credit.adjusted", "credit.adjusted"]);
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
