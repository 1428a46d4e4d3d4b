import { afterEach, beforeEach, expect, test } from "vitest";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { bankReports } from "@/testing/harness/bank-books";
import { plantBalance } from "@/testing/harness/plant-balance";

Object.assign(process.env, { SEPAY_API_KEYS: "sepay-key", CASSO_CHECKSUM_KEYS: "", PAYOS_CHECKSUM_KEYS: "" });
const { receiveNotification } = await import("./receive-notification");
const { sumBank } = await import("./check-days");
const { raisedBankAlarms } = await import("@/testing/harness/raised-bank-alarms");

beforeEach(() => db.bankNotification.deleteMany());
afterEach(() => clock.reset());

const send = (key: string, address: string, provider: "sepay" | "casso" = "sepay") => {
  const headers = new Headers({ "content-type": "application/json", authorization: `Apikey ${key}` });
  return receiveNotification(provider, { headers, body: Buffer.from('{"id":1}'), address });
};

test("a rejected notification raises the alarm for an hour only where verified ones come from too", async () => {
  await send("wrong", "203.0.113.7");
  expect(await raisedBankAlarms()).toEqual([]);
  await send("sepay-key", "198.51.100.7");
  expect(await raisedBankAlarms()).toEqual([]);
  await send("wrong", "198.51.100.9");
  expect(await raisedBankAlarms()).toEqual(["rejected"]);
  clock.advance(hours(1) + 1);
  expect(await raisedBankAlarms()).not.toContain("rejected");
});

test("what anyone sends raises the alarm only above twenty in ten minutes, and for a provider that is set up", async () => {
  for (let count = 0; count < 21; count += 1) await send("wrong", `203.0.${count}.7`, "casso");
  for (let count = 0; count < 20; count += 1) await send("wrong", `203.0.${count}.7`);
  expect(await raisedBankAlarms()).toEqual([]);
  await send("wrong", "203.0.99.7");
  expect(await raisedBankAlarms()).toEqual(["rejected"]);
  clock.advance(minutes(10) + 1);
  expect(await raisedBankAlarms()).toEqual([]);
});

test("a claim or a refund that waits for longer than a day raises its alarm until it is decided", async () => {
  const { businessId, userId } = await makeMember();
  const createdAt = clock.now();
  const own = { businessId, createdAt, status: "open" };
  const refund = { id: newId("refund"), requestedById: userId, amountMilli: 1000n, encryptedPayee: "" };
  await db.refundRequest.create({ data: { ...own, ...refund }, select: { id: true } });
  const claim = { id: newId("bankClaim"), amountVnd: 1000n, transferredAt: createdAt, reference: "", note: "" };
  await db.bankClaim.create({ data: { ...own, ...claim, createdById: userId } });
  clock.advance(hours(23));
  expect(await raisedBankAlarms()).toEqual([]);
  clock.advance(hours(1) + 1);
  expect(await raisedBankAlarms()).toEqual(["claims", "refunds"]);
  await db.bankClaim.update({ where: { id: claim.id }, data: { status: "rejected" } });
  expect(await raisedBankAlarms()).toEqual(["refunds"]);
  await db.refundRequest.update({ where: { id: refund.id }, data: { status: "rejected" } });
  expect(await raisedBankAlarms()).toEqual([]);
});

test("the alarm about a difference is that of the latest sum of all bank transfers", async () => {
  await bankReports();
  await sumBank();
  expect(await raisedBankAlarms()).not.toContain("difference");
  await plantBalance("kind = 'bank'", null, 1n);
  expect(await raisedBankAlarms()).not.toContain("difference");
  await sumBank();
  expect(await raisedBankAlarms()).toContain("difference");
  await plantBalance("kind = 'bank'", null, -1n);
  await sumBank();
  expect(await raisedBankAlarms()).not.toContain("difference");
});
