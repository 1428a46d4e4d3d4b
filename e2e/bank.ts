import { createHmac } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { vietnamTime } from "@/lib/vietnam-time";

type Payment = { account: string; amount: number; memo: string; now?: Date; url?: string };

/** Sends a notification as SePay signs and sends it, and returns the bank's reference of the transfer. */
export async function notify(page: Page, { account, amount, memo, now = new Date(), url = "" }: Payment) {
  const reference = `FT${+now}${Math.floor(Math.random() * 1000)}`;
  const body = JSON.stringify({
    id: Math.floor(Math.random() * 2 ** 40),
    gateway: "Vietcombank",
    transactionDate: vietnamTime(now),
    accountNumber: account,
    code: null,
    content: `MBVCB.3278907687.${memo}.CT tu 0123456789 NGUYEN VAN A`,
    transferType: "in",
    transferAmount: amount,
    accumulated: 0,
    subAccount: null,
    referenceCode: reference,
    description: "",
  });
  const timestamp = String(Math.floor(+now / 1000));
  const [secret = ""] = (process.env.SEPAY_WEBHOOK_SECRETS ?? "").split(",");
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-sepay-timestamp": timestamp,
    "x-sepay-signature": `sha256=${signature}`,
  };
  expect((await page.request.post(`${url}/bank/sepay`, { headers, data: Buffer.from(body) })).status()).toBe(200);
  return reference;
}
