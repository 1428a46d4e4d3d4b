import { createHmac } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { vietnamTime } from "@/lib/platform/vietnam-time";

type Payment = {
  account: string;
  amount: number;
  memo: string;
  direction?: "in" | "out";
  now?: Date;
  url?: string;
  /** What signs it, in place of the tests' server's own. */
  secret?: string;
  /** What the server responds with. */
  status?: number;
};

/** Sends a notification as SePay signs and sends it, and returns the bank's reference of the transfer. */
export async function notify(page: Page, payment: Payment): Promise<string> {
  const { account, amount, memo, direction = "in", now = new Date(), url = "", status = 200 } = payment;
  const reference = `FT${+now}${Math.floor(Math.random() * 1000)}`;
  const body = JSON.stringify({
    id: Math.floor(Math.random() * 2 ** 40),
    gateway: "Vietcombank",
    transactionDate: vietnamTime(now),
    accountNumber: account,
    code: null,
    content: `MBVCB.3278907687.${memo}.CT tu 0123456789 NGUYEN VAN A`,
    transferType: direction,
    transferAmount: amount,
    accumulated: 0,
    subAccount: null,
    referenceCode: reference,
    description: "",
  });
  const timestamp = String(Math.floor(+now / 1000));
  const [ours = ""] = (process.env.SEPAY_WEBHOOK_SECRETS ?? "").split(",");
  const signature = createHmac("sha256", payment.secret ?? ours)
    .update(`${timestamp}.${body}`)
    .digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-sepay-timestamp": timestamp,
    "x-sepay-signature": `sha256=${signature}`,
  };
  const response = await page.request.post(`${url}/bank/sepay`, { headers, data: Buffer.from(body) });
  expect(response.status()).toBe(status);
  return reference;
}
