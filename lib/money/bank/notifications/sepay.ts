import { createHmac } from "node:crypto";
import { minutes } from "@/lib/platform/clock";
import { isSame } from "@/lib/platform/crypto";
import { type BankSecrets, type Provider, refuse, type Verdict } from "./provider";
import {
  type Fields,
  isSignedBy,
  readAccountNumber,
  readAmount,
  readId,
  readJson,
  readReference,
  readText,
  readTime,
  Unreadable,
} from "./values";

const maxDriftMs = minutes(5);

const testGateway = "vang-set-up-test";

const isJson = (contentType: string) => /^application\/json\b/i.test(contentType);
const isForm = (contentType: string) =>
  /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType);

/** https://developer.sepay.vn: an API key, or an HMAC over timestamp and body. */
export const sepay: Provider = {
  verify(headers, body, secrets, now) {
    const contentType = headers.get("content-type") ?? "";
    if (headers.has("x-sepay-signature")) {
      return isJson(contentType)
        ? verifySignature(headers, body, secrets, now)
        : refuse("a signed notification must be JSON");
    }
    if (!isJson(contentType) && !isForm(contentType)) return refuse("the media type is unknown");
    const [, key = ""] = /^Apikey (\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
    if (!key) return refuse("there is no API key and no signature");
    const isKnown = secrets.SEPAY_API_KEYS.map((known) => isSame(known, key)).includes(true);
    return isKnown ? { isVerified: true, by: "API key" } : refuse("the API key is wrong");
  },

  testCall({ SEPAY_WEBHOOK_SECRETS: [secret], SEPAY_API_KEYS: [key] }, now) {
    const json = { "content-type": "application/json" };
    const body = JSON.stringify({ id: 0, gateway: testGateway });
    if (!secret) return key ? { headers: { ...json, authorization: `Apikey ${key}` }, body } : null;
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
    return { headers: { ...json, "x-sepay-timestamp": timestamp, "x-sepay-signature": `sha256=${signature}` }, body };
  },

  async parse(body, contentType) {
    const fields = isJson(contentType) ? readJson(body) : await readForm(body, contentType);
    if (readText(fields, "gateway") === testGateway) return [];
    const id = readId(fields, "id");
    if (/^0+$/.test(id)) throw new Unreadable("id is zero");
    return [
      {
        source: "sepay",
        sourceId: id,
        direction: readDirection(fields, "transferType"),
        accountNumber: readAccountNumber(fields, "accountNumber"),
        reference: readReference(fields, "referenceCode"),
        amountVnd: readAmount(fields, "transferAmount"),
        occurredAt: readTime(fields, "transactionDate"),
        memo: readText(fields, "content") || readText(fields, "description"),
        payer: null,
      },
    ];
  },
};

function verifySignature(headers: Headers, body: Buffer, secrets: BankSecrets, now: Date): Verdict {
  const timestamp = headers.get("x-sepay-timestamp") ?? "";
  const [, signature = ""] = /^sha256=([0-9a-f]{64})$/i.exec(headers.get("x-sepay-signature") ?? "") ?? [];
  if (!/^\d{1,12}$/.test(timestamp) || !signature) return refuse("the signature has another form");
  const text = Buffer.concat([Buffer.from(`${timestamp}.`), body]);
  if (!isSignedBy(secrets.SEPAY_WEBHOOK_SECRETS, { algorithm: "sha256", text, signature }))
    return refuse("the signature is wrong");
  const driftMs = Math.abs(now.getTime() - Number(timestamp) * 1000);
  return driftMs > maxDriftMs
    ? refuse("the timestamp differs from now by more than 5 minutes")
    : { isVerified: true, by: "signature" };
}

async function readForm(body: Buffer, contentType: string): Promise<Fields> {
  const response = new Response(new Uint8Array(body), { headers: { "content-type": contentType } });
  const form = await response.formData().catch(() => null);
  if (!form) throw new Unreadable("the form cannot be read");
  const names = [...form.keys()];
  if (new Set(names).size !== names.length) throw new Unreadable("the form has a field twice");
  return Object.fromEntries(form);
}

function readDirection(fields: Fields, name: string): "in" | "out" {
  const direction = readText(fields, name);
  if (direction !== "in" && direction !== "out") throw new Unreadable(`${name} is neither in nor out`);
  return direction;
}

/** One entry of SePay's list, whose fields are named otherwise and whose ids are UUIDs. */
export const sepayList: Pick<Provider, "parse"> = {
  async parse(body) {
    const fields = readJson(body);
    const direction = readDirection(fields, "transfer_type");
    return [
      {
        source: "sepay_list",
        sourceId: readId(fields, "id"),
        direction,
        accountNumber: readAccountNumber(fields, "account_number"),
        reference: readReference(fields, "reference_number"),
        amountVnd: readAmount(fields, `amount_${direction}`),
        occurredAt: readTime(fields, "transaction_date"),
        memo: readText(fields, "transaction_content"),
        payer: null,
      },
    ];
  },
};
