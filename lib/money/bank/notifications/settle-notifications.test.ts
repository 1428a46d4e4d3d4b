// @module-tag promise
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { newMemoCode } from "@/lib/money/top-ups/memo-code";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeBusiness } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { asOwner } from "@/testing/harness/as-owner";
import { trials } from "@/testing/harness/deep";
import { newDataDirectory } from "@/testing/harness/own-server";
import { promised } from "@/testing/promises";
import { openAccountBook, type SimulatedTransfer } from "@/testing/simulated-bank/account-book";
import { openBank } from "@/testing/simulated-bank/open-bank";
import { signNotification } from "@/testing/simulated-bank/sign-notification";

const account = "19001234567890";
const secrets = {
  SEPAY_API_KEYS: ["sepay-key"],
  SEPAY_WEBHOOK_SECRETS: ["sepay-secret"],
  CASSO_CHECKSUM_KEYS: ["casso-key"],
  PAYOS_CHECKSUM_KEYS: ["payos-key"],
};
const book = openAccountBook(`${newDataDirectory()}/bank.json`);
let isListBroken = false;
const list = () => {
  if (isListBroken) throw new Error("the bank is down");
  return book.list();
};
const bank = await openBank({ book: { list, add: book.add }, token: "token", port: 0 });
afterAll(() => bank.close());
Object.assign(process.env, {
  ...Object.fromEntries(Object.entries(secrets).map(([name, [value]]) => [name, value])),
  BANK_ACCOUNTS: `970407:${account}:CONG TY VANG`,
  BANK_VIRTUAL_ACCOUNTS: `${account}=VQRQ0001`,
  SEPAY_API_TOKEN: "token",
  SEPAY_API_URL: `${bank.url}/v2`,
});
const { receiveNotification } = await import("./receive-notification");
const { settleNotifications } = await import("./settle-notifications");
const { dismissUnrecorded, readNotification, retryUnknownAccounts } = await import("./set-aside");
const { updateFromList } = await import("./read-list");
const { checkDay } = await import("./check-days");
const { raisedBankAlarms } = await import("@/testing/harness/raised-bank-alarms");
const { vietnamDay } = await import("@/lib/platform/vietnam-time");

beforeEach(async () => {
  await db.bankListCursor.deleteMany();
});
afterEach(() => clock.reset());

const operator = await makeTerminalOperator();

type Made = { businessId: string; code: string };

async function makeTopUp(amountVnd = 200_000n): Promise<Made> {
  const { id: businessId } = await makeBusiness();
  const code = newMemoCode();
  const id = newId("topUp");
  const shown = { bankBin: "970407", accountNumber: account, accountName: "CONG TY VANG" };
  const at = { createdAt: clock.now(), expiresAt: new Date(+clock.now() + minutes(1440)) };
  await db.topUp.create({ data: { id, businessId, method: "bank_transfer", amountVnd, code, ...shown, ...at } });
  return { businessId, code };
}

const available = async (businessId: string) => {
  const row = await db.walletAccount.findFirstOrThrow({ where: { businessId, kind: "available" } });
  return row.balanceMilli / 1000n;
};

const pay = async (memo: string, amountVnd = 200_000, more = {}): Promise<SimulatedTransfer> =>
  (await book.add([{ accountNumber: account, amountVnd, memo, ...more }]))[0] as SimulatedTransfer;

async function send(transfer: SimulatedTransfer, via: "sepay" | "casso" | "payos", auth: "key" | "hmac" = "hmac") {
  const { headers, body } = signNotification(transfer, { via, auth, secrets });
  return receiveNotification(via, { headers: new Headers(headers), body: Buffer.from(body), address: "203.0.113.9" });
}

async function settleWhile(isOn: () => boolean) {
  while (isOn()) await settleNotifications();
}

test.each(["sepay", "casso", "payos"] as const)(
  "a transfer that %s reports is credited to its code's business",
  async (via) => {
    const { businessId, code } = await makeTopUp();
    expect(await send(await pay(`CT DEN ${code}`), via)).toBe(true);
    await settleNotifications();
    expect(await available(businessId)).toBe(200_000n);
    expect(await db.bankNotification.count({ where: { status: "pending" } })).toBe(0);
  },
);

const reports = trials(undefined, 200, 1000);

test(`one transfer that two providers and the list report ${reports} times at once is credited once`, async () => {
  const { businessId, code } = await makeTopUp();
  const transfer = await pay(code);
  let left = reports;
  const lanes = Array.from({ length: 10 }, async () => {
    for (let at = left--; at > 0; at = left--)
      await send(transfer, at % 2 ? "sepay" : "casso", at % 3 ? "hmac" : "key");
  });
  const settling = [settleWhile(() => left > 0), settleWhile(() => left > 0), settleWhile(() => left > 0)];
  await Promise.all([...lanes, ...settling, updateFromList(), updateFromList()]);
  await settleNotifications();
  expect(await available(businessId)).toBe(200_000n);
  const recorded = await db.bankTransfer.findMany({ where: { businessId }, include: { reports: true } });
  expect(recorded).toHaveLength(promised("M2"));
  expect(recorded[0]?.reports.map(({ source }) => source).sort()).toEqual(["casso", "sepay", "sepay_list"]);
  expect(await db.bankNotification.count({ where: { status: { not: "done" } } })).toBe(0);
}, 240_000);

/** Two pages and more. */
const listed = trials(undefined, 120, 250);

test("with no notification at all, a day's transfers are credited from the list, however many pages they fill", async () => {
  await updateFromList();
  const made = await Promise.all(Array.from({ length: 3 }, () => makeTopUp()));
  const memos = Array.from({ length: listed }, (_, at) => made[at % 3]?.code ?? "");
  await book.add(memos.map((memo) => ({ accountNumber: account, amountVnd: 1000, memo })));
  await updateFromList();
  await settleNotifications();
  for (const { businessId } of made)
    expect(await available(businessId)).toBeGreaterThanOrEqual(BigInt(Math.floor(listed / 3)) * 1000n);
  expect(await db.bankListCursor.findFirst()).toMatchObject({ sinceId: book.list().at(-1)?.uuid, failingSince: null });

  const stored = await db.bankNotification.count();
  await updateFromList();
  expect(await db.bankNotification.count()).toBe(stored);
}, 180_000);

test("the list is read on after an id that it no longer knows, and after a time in which it failed", async () => {
  const { businessId, code } = await makeTopUp();
  await db.bankListCursor.create({ data: { source: "sepay_list", sinceId: "gone", polledAt: clock.now() } });
  await pay(code);
  await updateFromList();
  await settleNotifications();
  expect(await available(businessId)).toBe(200_000n);
});

test("a transfer to an unknown account waits with an alarm and is credited once the account is known", async () => {
  const { businessId, code } = await makeTopUp();
  const transfer = await pay(code, 200_000, { accountNumber: "555" });
  await send(transfer, "sepay");
  await settleNotifications();
  const reason = "the account is not one of ours";
  const row = await db.bankNotification.findFirstOrThrow({ where: { reason } });
  expect(row.status).toBe("unrecorded");
  expect(await raisedBankAlarms()).toContain("unrecorded");
  expect(await available(businessId)).toBe(0n);

  await db.topUp.updateMany({ where: { businessId }, data: { accountNumber: "555" } });
  clock.advance(minutes(6));
  await retryUnknownAccounts();
  await settleNotifications();
  expect(await available(businessId)).toBe(200_000n);
  await db.bankNotification.deleteMany();
});

test("what is verified but does not say what it must is rejected with the reason, and nothing else waits for it", async () => {
  const { businessId, code } = await makeTopUp();
  const body = JSON.stringify({ id: 7, transferType: "in", transferAmount: 0.5, accountNumber: account });
  const headers = new Headers({ "content-type": "application/json", authorization: "Apikey sepay-key" });
  await receiveNotification("sepay", { headers, body: Buffer.from(body), address: null });
  await send(await pay(code), "sepay");
  await settleNotifications();
  expect(await available(businessId)).toBe(200_000n);
  const [row] = await db.bankNotification.findMany({ where: { status: "unrecorded" } });
  expect(row?.reason).toBe("transferAmount is not a whole amount of đồng");

  const id = row?.id ?? "";
  expect(row).toMatchObject({ provider: "sepay" });
  expect(await readNotification(operator, id, "Xem")).toBe(body);
  expect(await raisedBankAlarms()).toContain("unrecorded");
  await dismissUnrecorded(operator, id, "Đã nhập tay");
  expect(await raisedBankAlarms()).not.toContain("unrecorded");
  await expect(dismissUnrecorded(operator, id, "Xem")).rejects.toThrow("No unrecorded notification");
  const acts = await db.platformAuditEvent.findMany({
    where: { action: { in: ["notification.read", "notification.dismissed"] } },
  });
  expect(acts.map(({ action, details }) => [action, (details as { notificationId: string }).notificationId])).toEqual([
    ["notification.read", id],
    ["notification.dismissed", id],
  ]);
  await db.bankNotification.deleteMany();
});

test("a notification with the id of another and another amount is set aside, and the same one again is not", async () => {
  const { businessId, code } = await makeTopUp();
  const transfer = await pay(code);
  await send(transfer, "sepay");
  await send(transfer, "sepay");
  await send({ ...transfer, amountVnd: 300_000 }, "sepay");
  await settleNotifications();
  expect(await available(businessId)).toBe(200_000n);
  const [row, ...more] = await db.bankNotification.findMany({ where: { status: "unrecorded" } });
  expect([row?.reason, more]).toEqual(["its id came before with other content", []]);
  expect(await raisedBankAlarms()).toContain("unrecorded");
  await db.bankNotification.deleteMany();
});

test("a failure while crediting is tried again with growing pauses, and others are not held up", async () => {
  const { businessId, code } = await makeTopUp();
  await send(await pay(code), "sepay");
  const { id, encryptedBody } = await db.bankNotification.findFirstOrThrow({ where: { status: "pending" } });
  await db.bankNotification.update({ where: { id }, data: { encryptedBody: "v9.AAAA" } });
  await settleNotifications();
  await settleNotifications();
  expect(await db.bankNotification.findUnique({ where: { id } })).toMatchObject({ status: "pending", attempts: 1 });
  clock.advance(minutes(1));
  expect(await raisedBankAlarms()).not.toContain("unrecorded");
  await settleNotifications();
  expect(await db.bankNotification.findUnique({ where: { id } })).toMatchObject({ status: "pending", attempts: 2 });
  clock.advance(minutes(1));
  expect(await raisedBankAlarms()).toContain("waiting");
  await db.bankNotification.update({ where: { id }, data: { encryptedBody } });
  await settleNotifications();
  expect(await available(businessId)).toBe(200_000n);
});

test("a transfer without a code raises the alarm after a minute", async () => {
  await send(await pay("chuyen tien", 50_000), "sepay", "key");
  await settleNotifications();
  clock.advance(minutes(1) + 1);
  expect(await raisedBankAlarms()).toContain("unmatched");
});

test("a day of the list is compared with what is recorded, and a difference raises the alarm until it is gone", async () => {
  const day = vietnamDay(new Date("2026-09-02T05:00:00Z"));
  const { businessId, code } = await makeTopUp();
  await pay(code, 70_000, { at: "2026-09-02 00:00:00" });
  await pay(code, 20_000, { at: "2026-09-02 23:59:59" });
  await pay(code, 5_000, { at: "2026-09-03 00:00:00" });
  await checkDay(day);
  // What the list had and nothing had reported is recorded first.
  expect(await available(businessId)).toBe(90_000n);
  const where = { accountNumber_day: { accountNumber: account, day } };
  expect(await db.bankDay.findUniqueOrThrow({ where })).toMatchObject({ listedVnd: 90_000n, recordedVnd: 90_000n });
  expect(await raisedBankAlarms()).not.toContain("difference");

  const [recorded] = await db.bankTransfer.findMany({ where: { businessId, amountVnd: 20_000n } });
  const change = "UPDATE bank_transfers SET amount_vnd = $1 WHERE id = $2";
  await asOwner((client) => client.query(change, [21_000, recorded?.id]));
  await checkDay(day);
  expect(await db.bankDay.findUniqueOrThrow({ where })).toMatchObject({ listedVnd: 90_000n, recordedVnd: 91_000n });
  expect(await raisedBankAlarms()).toContain("difference");
  await asOwner((client) => client.query(change, [20_000, recorded?.id]));
  await checkDay(day);
  expect(await raisedBankAlarms()).not.toContain("difference");
});

test("one payment that all providers and the list report under an account and its virtual one is credited once, and its day agrees", async () => {
  const { businessId, code } = await makeTopUp();
  const at = "2026-09-04 12:00:00";
  const paid = await pay(code, 200_000, { at });
  const virtual = await pay(code, 200_000, { at, reference: paid.reference, accountNumber: "VQRQ0001" });
  for (const via of ["sepay", "casso", "payos"] as const) await Promise.all([send(virtual, via), send(paid, via)]);
  await Promise.all([settleNotifications(), settleNotifications(), updateFromList()]);
  const day = vietnamDay(new Date("2026-09-04T05:00:00Z"));
  await checkDay(day);
  expect(await available(businessId)).toBe(200_000n);
  expect(await db.bankNotification.count({ where: { status: { in: ["pending", "unrecorded"] } } })).toBe(0);
  const compared = await db.bankDay.findMany({ where: { day } });
  expect(compared).toMatchObject([{ accountNumber: account, listedVnd: 200_000n, recordedVnd: 200_000n }]);
});

test("a list that cannot be read for ten minutes raises the alarm, and one that can clears it", async () => {
  isListBroken = true;
  await updateFromList();
  expect(await raisedBankAlarms()).not.toContain("list");
  clock.advance(minutes(11));
  await updateFromList();
  expect(await raisedBankAlarms()).toContain("list");
  isListBroken = false;
  await updateFromList();
  expect(await raisedBankAlarms()).not.toContain("list");
});
