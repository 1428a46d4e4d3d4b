// @module-tag promise
// @module-tag slow
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { newMemoCode } from "@/lib/money/top-ups/memo-code";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { bankFailpoints } from "@/lib/platform/failpoint";
import { newId } from "@/lib/platform/ids";
import { makeBusiness } from "@/prisma/factories";
import { buildChild } from "@/scripts/bundle.mjs";
import { newDataDirectory } from "@/testing/harness/own-server";
import { openAccountBook } from "@/testing/simulated-bank/account-book";
import { type Notification, signNotification } from "@/testing/simulated-bank/sign-notification";

const accountNumber = "19001234567890";
const program = ".build/bank-child.mjs";
const secrets = {
  SEPAY_API_KEYS: [],
  SEPAY_WEBHOOK_SECRETS: ["sepay-secret"],
  CASSO_CHECKSUM_KEYS: [],
  PAYOS_CHECKSUM_KEYS: [],
};
const book = openAccountBook(`${newDataDirectory()}/bank.json`);
const settings = { SEPAY_WEBHOOK_SECRETS: "sepay-secret", BANK_ACCOUNTS: `970407:${accountNumber}:CONG TY VANG` };

beforeAll(async () => {
  await buildChild("bank-child");
});

async function run(notification: Notification, point?: string) {
  const env = { ...process.env, ...settings, ...(point && { VANG_FAIL: point }) };
  const child = spawn(process.execPath, [program, JSON.stringify(notification)], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { said, signal };
}

test.each(bankFailpoints)(
  "a transfer whose process is killed at the point %s is credited once, whether its bank repeats it or not",
  async (point) => {
    const { id: businessId } = await makeBusiness();
    const code = newMemoCode();
    const shown = { method: "bank_transfer", amountVnd: 30_000n, code, accountNumber };
    const at = { createdAt: clock.now(), expiresAt: new Date(+clock.now() + minutes(60)) };
    await db.topUp.create({ data: { id: newId("topUp"), businessId, ...shown, ...at } });
    const [transfer] = await book.add([{ accountNumber, amountVnd: 30_000, memo: code }]);
    if (!transfer) throw new Error("no transfer");
    const sign = () => signNotification(transfer, { via: "sepay", secrets });

    const killed = await run(sign(), point);
    expect(killed.signal).toBe("SIGKILL");
    // Killed before it answered: the bank repeats it. Otherwise another transfer's process finds it.
    const isRepeated = point === "journaled";
    expect(killed.said).toBe(isRepeated ? "" : "true\n");
    const [other] = await book.add([{ accountNumber, amountVnd: 1000, memo: "khac" }]);
    const next = isRepeated ? sign() : signNotification(other ?? transfer, { via: "sepay", secrets });
    expect(await run(next)).toEqual({ said: "true\n", signal: null });

    const { balanceMilli } = await db.walletAccount.findFirstOrThrow({ where: { businessId, kind: "available" } });
    expect(balanceMilli).toBe(30_000_000n);
    expect(await db.bankTransfer.count({ where: { businessId } })).toBe(1);
    expect(await db.bankNotification.count({ where: { status: "pending" } })).toBe(0);
  },
);
