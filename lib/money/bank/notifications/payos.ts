import { createHmac } from "node:crypto";
import { isLosslessNumber } from "lossless-json";
import { readPayer, toSortedJson } from "./casso";
import { type Provider, refuse } from "./provider";
import {
  type Fields,
  isSignedBy,
  readAccountNumber,
  readAmount,
  readFields,
  readId,
  readJson,
  readReference,
  readText,
  readTime,
  Unreadable,
} from "./values";

/** What payOS sends when a webhook's URL is registered. */
const testEvent = { orderCode: "123", paymentLinkId: "124c33293c43417ab7879e14c8d9eb18" };

/** payOS: an HMAC over the sorted pairs of `data`, in the body. */
export const payos: Provider = {
  verify(_, body, { PAYOS_CHECKSUM_KEYS: keys }) {
    const signed = readSigned(body);
    if (!signed) return refuse("the body is not signed data in JSON");
    return isSignedBy(keys, { algorithm: "sha256", ...signed })
      ? { isVerified: true, by: "signature" }
      : refuse("the signature is wrong");
  },

  testCall({ PAYOS_CHECKSUM_KEYS: [key] }) {
    if (!key) return null;
    const data = { code: "00", ...testEvent };
    const signature = createHmac("sha256", key).update(pairsOf(data)).digest("hex");
    return { headers: { "content-type": "application/json" }, body: JSON.stringify({ data, signature }) };
  },

  async parse(body) {
    const fields = readFields(readJson(body).data, "data");
    if (readText(fields, "code") !== "00") throw new Unreadable("code is not 00: not a payment");
    const [orderCode, paymentLinkId] = [readText(fields, "orderCode"), readId(fields, "paymentLinkId")];
    if (orderCode === testEvent.orderCode && paymentLinkId === testEvent.paymentLinkId) return [];
    const currency = readText(fields, "currency");
    if (currency !== "VND") throw new Unreadable("currency is not VND");
    const reference = readReference(fields, "reference");
    return [
      {
        source: "payos",
        // A payment link can be paid in several transfers.
        sourceId: `${paymentLinkId}:${reference}`,
        direction: "in",
        accountNumber: readAccountNumber(fields, "accountNumber"),
        reference,
        amountVnd: readAmount(fields, "amount"),
        occurredAt: readTime(fields, "transactionDateTime"),
        memo: readText(fields, "description"),
        payer: readPayer(fields),
      },
    ];
  },
};

function readSigned(body: Buffer): { text: string; signature: string } | null {
  try {
    const fields = readJson(body);
    const signature = readText(fields, "signature");
    return { text: pairsOf(readFields(fields.data, "data")), signature };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

const pairsOf = (data: Fields): string =>
  Object.keys(data)
    .sort()
    .map((key) => `${key}=${signedValue(data[key])}`)
    .join("&");

/** As payOS's own library writes a value into the signed text. */
function signedValue(value: unknown): string {
  if (value === null || value === undefined || value === "null" || value === "undefined") return "";
  if (isLosslessNumber(value)) return value.value;
  return typeof value === "object" ? toSortedJson(value, JSON.stringify) : String(value);
}
