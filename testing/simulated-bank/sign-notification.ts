import { createHmac } from "node:crypto";
import { clock } from "@/lib/platform/clock";
import type { SimulatedTransfer, Via } from "./account-book";

export type SigningSecrets = {
  SEPAY_API_KEYS: readonly string[];
  SEPAY_WEBHOOK_SECRETS: readonly string[];
  CASSO_CHECKSUM_KEYS: readonly string[];
  PAYOS_CHECKSUM_KEYS: readonly string[];
};

export type Notification = { path: string; headers: Record<string, string>; body: string };

export type Signing = { via: Via; auth?: "key" | "hmac"; secrets: SigningSecrets };

/** A notification of the transfer as the provider would send and sign it now. Throws without the provider's secret. */
export function signNotification(transfer: SimulatedTransfer, signing: Signing): Notification {
  if (signing.via === "casso") return signAsCasso(transfer, signing);
  if (signing.via === "payos") return signAsPayos(transfer, signing);
  return signAsSepay(transfer, signing);
}

const json = { "content-type": "application/json" };

function need(secrets: readonly string[], name: string): string {
  const [first] = secrets;
  if (!first) throw new Error(`${name} is not set`);
  return first;
}

/** JSON in which the id stands as a number of all its digits. */
const withBigId = (value: object, id: string) => JSON.stringify(value).replace('"id":null', `"id":${id}`);

function signAsSepay(transfer: SimulatedTransfer, { auth = "hmac", secrets }: Signing): Notification {
  const { id, at, accountNumber, direction, amountVnd, memo, reference } = transfer;
  const body = withBigId(
    {
      id: null,
      gateway: "Vietcombank",
      transactionDate: at,
      accountNumber,
      code: null,
      content: memo,
      transferType: direction,
      transferAmount: amountVnd,
      accumulated: 0,
      subAccount: null,
      referenceCode: reference,
      description: `BankAPINotify ${memo}`,
    },
    id,
  );
  const path = "/bank/sepay";
  if (auth === "key") {
    const authorization = `Apikey ${need(secrets.SEPAY_API_KEYS, "SEPAY_API_KEYS")}`;
    return { path, headers: { ...json, authorization }, body };
  }
  const timestamp = String(Math.floor(clock.now().getTime() / 1000));
  const secret = need(secrets.SEPAY_WEBHOOK_SECRETS, "SEPAY_WEBHOOK_SECRETS");
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  const headers = { ...json, "x-sepay-timestamp": timestamp, "x-sepay-signature": `sha256=${signature}` };
  return { path, headers, body };
}

function signAsCasso(transfer: SimulatedTransfer, { secrets }: Signing): Notification {
  const { id, at, accountNumber, direction, amountVnd, memo, reference } = transfer;
  // Its keys are in order, so that it is what is signed too.
  const body = withBigId(
    {
      data: {
        accountNumber,
        amount: direction === "in" ? amountVnd : -amountVnd,
        bankAbbreviation: "VCB",
        bankName: "Vietcombank",
        counterAccountName: "NGUYEN VAN A",
        counterAccountNumber: "8888888888",
        description: memo,
        id: null,
        reference,
        runningBalance: 0,
        transactionDateTime: at,
        virtualAccountName: "",
        virtualAccountNumber: "",
      },
      error: 0,
    },
    id,
  );
  const time = String(clock.now().getTime());
  const key = need(secrets.CASSO_CHECKSUM_KEYS, "CASSO_CHECKSUM_KEYS");
  const signature = createHmac("sha512", key).update(`${time}.${body}`).digest("hex");
  return { path: "/bank/casso", headers: { ...json, "x-casso-signature": `t=${time},v1=${signature}` }, body };
}

function signAsPayos(transfer: SimulatedTransfer, { secrets }: Signing): Notification {
  const { uuid, at, accountNumber, direction, amountVnd, memo, reference } = transfer;
  if (direction === "out") throw new Error("payOS reports no outgoing transfers");
  const data: Record<string, string | number> = {
    accountNumber,
    amount: amountVnd,
    code: "00",
    counterAccountName: "NGUYEN VAN A",
    counterAccountNumber: "8888888888",
    currency: "VND",
    desc: "Thành công",
    description: memo,
    orderCode: 124,
    paymentLinkId: uuid.replaceAll("-", ""),
    reference,
    transactionDateTime: at,
  };
  const pairs = Object.entries(data).map(([name, value]) => `${name}=${value}`);
  const key = need(secrets.PAYOS_CHECKSUM_KEYS, "PAYOS_CHECKSUM_KEYS");
  const signature = createHmac("sha256", key).update(pairs.join("&")).digest("hex");
  const body = JSON.stringify({ code: "00", desc: "success", success: true, data, signature });
  return { path: "/bank/payos", headers: json, body };
}
