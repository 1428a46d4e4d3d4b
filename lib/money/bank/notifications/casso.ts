import { createHmac } from "node:crypto";
import { isLosslessNumber } from "lossless-json";
import { type Provider, refuse } from "./provider";
import {
  type Fields,
  isSignedBy,
  readAccountNumber,
  readFields,
  readId,
  readJson,
  readReference,
  readSignedAmount,
  readText,
  readTime,
  Unreadable,
} from "./values";

/** Casso's notifications of version 2: an HMAC over `t` and the body's JSON with its keys sorted. */
export const casso: Provider = {
  verify(headers, body, { CASSO_CHECKSUM_KEYS: keys }) {
    const header = headers.get("x-casso-signature") ?? "";
    const [, time, signature = ""] = /^t=(\d{1,16}),v1=([0-9a-f]{128})$/i.exec(header) ?? [];
    if (!signature) return refuse("the signature is missing or has another form");
    const value = readOrNull(body);
    if (!value) return refuse("the body is not a JSON object");
    const isSigned = (json: string) => isSignedBy(keys, { algorithm: "sha512", text: `${time}.${json}`, signature });
    // Casso's sample for PHP escapes slashes and all but ASCII, its sample for JavaScript does not, and the vector it
    // publishes has neither.
    if (isSigned(toSortedJson(value, JSON.stringify))) return { isVerified: true, by: "plain JSON" };
    if (isSigned(toSortedJson(value, escapeAsPhp))) return { isVerified: true, by: "escaped JSON" };
    return refuse("the signature is wrong");
  },

  testCall({ CASSO_CHECKSUM_KEYS: [key] }, now) {
    if (!key) return null;
    const [time, body] = [String(now.getTime()), '{"data":{"id":0},"error":0}'];
    const signature = createHmac("sha512", key).update(`${time}.${body}`).digest("hex");
    return {
      headers: { "content-type": "application/json", "x-casso-signature": `t=${time},v1=${signature}` },
      body,
    };
  },

  async parse(body) {
    const fields = readFields(readJson(body).data, "data");
    const id = readId(fields, "id");
    // The test call from Casso's settings.
    if (id === "0") return [];
    const { amountVnd, isNegative } = readSignedAmount(fields, "amount");
    return [
      {
        source: "casso",
        sourceId: id,
        direction: isNegative ? "out" : "in",
        accountNumber: readAccountNumber(fields, "accountNumber"),
        reference: readReference(fields, "reference"),
        amountVnd,
        occurredAt: readTime(fields, "transactionDateTime"),
        memo: readText(fields, "description"),
        payer: readPayer(fields),
      },
    ];
  },
};

export function readPayer(fields: Fields): { account: string; name: string } | null {
  const [account, name] = [readText(fields, "counterAccountNumber"), readText(fields, "counterAccountName")];
  return account || name ? { account, name } : null;
}

function readOrNull(body: Buffer): Fields | null {
  try {
    return readJson(body);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** JSON with the keys of every object sorted and the numbers as they were written. */
export function toSortedJson(value: unknown, quote: (text: string) => string): string {
  if (isLosslessNumber(value)) return value.value;
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return `[${value.map((item) => toSortedJson(item, quote)).join(",")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const fields = value as Fields;
  const sorted = Object.keys(fields).sort();
  return `{${sorted.map((key) => `${quote(key)}:${toSortedJson(fields[key], quote)}`).join(",")}}`;
}

/** As PHP's `json_encode` without flags. */
const escapeAsPhp = (text: string): string =>
  JSON.stringify(text)
    .replaceAll("/", "\\/")
    .replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
