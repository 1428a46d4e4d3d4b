import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { minutes } from "@/lib/platform/clock";
import { casso } from "./casso";
import { payos } from "./payos";
import type { BankSecrets } from "./provider";
import { sepay } from "./sepay";

const none: BankSecrets = {
  SEPAY_API_KEYS: [],
  SEPAY_WEBHOOK_SECRETS: [],
  CASSO_CHECKSUM_KEYS: [],
  PAYOS_CHECKSUM_KEYS: [],
};
const json = "application/json";
const flip = (hex: string, at: number) => hex.slice(0, at) + (hex[at] === "0" ? "1" : "0") + hex.slice(at + 1);

const sepayBody = `{"id":92704,"gateway":"Vietcombank","transactionDate":"2023-03-25 14:02:37","accountNumber":"0123499999","code":null,"content":"chuyen tien mua iphone","transferType":"in","transferAmount":2277000,"accumulated":19077000,"subAccount":null,"referenceCode":"MBVCB.3278907687","description":""}`;
const sepaySignature = "7ae45de0b2ba01709abce0dfd36eb3ce73fc229a757c281fe890083a3b520de9";
const sepayAt = new Date(1_700_000_000_000);
const sepaySecrets = {
  ...none,
  SEPAY_API_KEYS: ["key-old", "key-new"],
  SEPAY_WEBHOOK_SECRETS: ["other", "whsec_test"],
};

type Sepay = {
  body?: string;
  timestamp?: string;
  signature?: string;
  type?: string;
  now?: Date;
  secrets?: BankSecrets;
};

function verifySigned({ body = sepayBody, timestamp = "1700000000", ...rest }: Sepay = {}) {
  const { signature = `sha256=${sepaySignature}`, type = json, now = sepayAt, secrets = sepaySecrets } = rest;
  const headers = { "content-type": type, "x-sepay-signature": signature, "x-sepay-timestamp": timestamp };
  return sepay.verify(new Headers(headers), Buffer.from(body), secrets, now);
}

test("SePay's signature of a body and its timestamp is verified, at most five minutes before or after", () => {
  expect(verifySigned()).toEqual({ isVerified: true, by: "signature" });
  for (const drift of [minutes(5), -minutes(5)])
    expect(verifySigned({ now: new Date(+sepayAt + drift) }).isVerified).toBe(true);
  for (const drift of [minutes(5) + 1, -minutes(5) - 1])
    expect(verifySigned({ now: new Date(+sepayAt + drift) })).toEqual({
      isVerified: false,
      reason: "the timestamp differs from now by more than 5 minutes",
    });
});

test.each<[string, Sepay]>([
  ["a body changed by a space", { body: `${sepayBody} ` }],
  ["another timestamp", { timestamp: "1700000001" }],
  ["a timestamp that is no number", { timestamp: "1.7e9" }],
  ["no timestamp", { timestamp: "" }],
  ["a signature without its algorithm", { signature: sepaySignature }],
  ["half a signature", { signature: `sha256=${sepaySignature.slice(0, 32)}` }],
  ["a form", { type: "application/x-www-form-urlencoded" }],
  ["secrets that are not set", { secrets: none }],
  ["a secret that was removed", { secrets: { ...sepaySecrets, SEPAY_WEBHOOK_SECRETS: ["other"] } }],
])("SePay's signature is rejected with %s", (_, changed) => {
  expect(verifySigned(changed).isVerified).toBe(false);
});

test("no digit of SePay's signature can change", () => {
  for (let at = 0; at < 64; at += 1)
    expect(verifySigned({ signature: `sha256=${flip(sepaySignature, at)}` }).isVerified).toBe(false);
});

test.each([
  ["Apikey key-old", json, true],
  ["Apikey key-new", json, true],
  ["apikey key-new", "application/x-www-form-urlencoded; charset=utf-8", true],
  ["Apikey key-new", "multipart/form-data; boundary=x", true],
  ["Apikey key-new", "text/plain", false],
  ["Apikey key-ne", json, false],
  ["Apikey key-new2", json, false],
  ["Apikey ", json, false],
  ["Bearer key-new", json, false],
  ["", json, false],
])("SePay's Authorization %j with %s is verified: %s", (authorization, type, isVerified) => {
  const headers = new Headers({ authorization, "content-type": type });
  expect(sepay.verify(headers, Buffer.from(sepayBody), sepaySecrets, sepayAt).isVerified).toBe(isVerified);
  expect(sepay.verify(headers, Buffer.from(sepayBody), none, sepayAt).isVerified).toBe(false);
});

// From Casso's sample code.
const cassoKey = "mgExMrjj4i7a1p8Cs6LmFbpCd8lbw4sSX4LZXPag7TKazeIogtR90tvWYTkwQbvs";
const cassoHeader =
  "t=1727948258788,v1=ed0a4bd2e826d5cb69988cdb141e6c1a080e21f3b57eb72cd78192220042b9e7dde0868fc667faea8e224900fa7904e7c88dfa098032fb2d6b6996856e8b7ff3";
const cassoSorted = `{"data":{"accountNumber":"88888888","amount":599000,"bankAbbreviation":"VPB","bankName":"VPBank","counterAccountBankId":"970415","counterAccountBankName":"VietinBank","counterAccountName":"NGUYEN VAN A","counterAccountNumber":"8888888888","description":"giao dich thu nghiem","id":0,"reference":"MA_GIAO_DICH_THU_NGHIEM","runningBalance":25000000,"transactionDateTime":"2024-10-03 15:06:37","virtualAccountName":"","virtualAccountNumber":""},"error":0}`;
const cassoSecrets = { ...none, CASSO_CHECKSUM_KEYS: ["another", cassoKey] };

const verifyCasso = (body: string, header = cassoHeader, secrets: BankSecrets = cassoSecrets) =>
  casso.verify(
    new Headers({ "content-type": json, "x-casso-signature": header }),
    Buffer.from(body),
    secrets,
    new Date(),
  );

const reverseKeys = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, reverseKeys(inner)]),
      )
    : value;

test("Casso's published signature is verified in whatever order and layout the body has its fields", () => {
  const reordered = JSON.stringify(reverseKeys(JSON.parse(cassoSorted)), null, 2);
  expect(reordered).not.toBe(cassoSorted);
  for (const body of [cassoSorted, reordered])
    expect(verifyCasso(body)).toEqual({ isVerified: true, by: "plain JSON" });
});

test("Casso's signature is verified in the form of each of its samples, also over numbers beyond 2^53", () => {
  const sorted = `{"data":{"amount":1,"description":"Nạp tiền a/b 😀","id":90071992547409931},"error":0}`;
  const escaped = `{"data":{"amount":1,"description":"N\\u1ea1p ti\\u1ec1n a\\/b \\ud83d\\ude00","id":90071992547409931},"error":0}`;
  const sign = (text: string) => `t=5,v1=${createHmac("sha512", cassoKey).update(`5.${text}`).digest("hex")}`;
  expect(verifyCasso(sorted, sign(sorted))).toEqual({ isVerified: true, by: "plain JSON" });
  expect(verifyCasso(sorted, sign(escaped))).toEqual({ isVerified: true, by: "escaped JSON" });
  expect(verifyCasso(sorted.replace("409931", "409930"), sign(sorted)).isVerified).toBe(false);
});

test.each([
  ["another amount", cassoSorted.replace("599000", "599001"), cassoHeader],
  ["another spelling of the amount", cassoSorted.replace("599000", "599000.0"), cassoHeader],
  ["another time", cassoSorted, cassoHeader.replace("t=1", "t=2")],
  ["a field more", cassoSorted.replace('"error":0', '"error":0,"x":1'), cassoHeader],
  ["a field that is written twice", cassoSorted.replace('"amount":599000', '"amount":1,"amount":599000'), cassoHeader],
  ["a renamed field", cassoSorted.replace('"amount"', '"Amount"'), cassoHeader],
  ["no JSON", "amount=599000", cassoHeader],
  ["nesting without end", "[".repeat(8000), cassoHeader],
  ["bytes that are not UTF-8", "\ud800", cassoHeader],
  ["no signature", cassoSorted, ""],
  ["the name of a version that does not exist", cassoSorted, cassoHeader.replace("v1=", "s=")],
])("Casso's signature is rejected with %s", (_, body, header) => {
  expect(verifyCasso(body, header).isVerified).toBe(false);
});

test("Casso's signature is rejected without its key", () => {
  expect(verifyCasso(cassoSorted, cassoHeader, none).isVerified).toBe(false);
});

// From payOS's documentation.
const payosKey = "1a54716c8f0efb2744fb28b6e38b25da7f67a925d98bc1c18bd8faaecadd7675";
const payosBody = `{"code":"00","desc":"success","success":true,"data":{"orderCode":123,"amount":3000,"description":"VQRIO123","accountNumber":"12345678","reference":"TF230204212323","transactionDateTime":"2023-02-04 18:25:00","currency":"VND","paymentLinkId":"124c33293c43417ab7879e14c8d9eb18","code":"00","desc":"Thành công","counterAccountBankId":"","counterAccountBankName":"","counterAccountName":"","counterAccountNumber":"","virtualAccountName":"","virtualAccountNumber":""},"signature":"412e915d2871504ed31be63c8f62a149a4410d34c4c42affc9006ef9917eaa03"}`;
const payosSecrets = { ...none, PAYOS_CHECKSUM_KEYS: [payosKey, "next"] };

const verifyPayos = (body: string, secrets: BankSecrets = payosSecrets) =>
  payos.verify(new Headers({ "content-type": json }), Buffer.from(body), secrets, new Date()).isVerified;

test("payOS's published signature is verified, in any order of the fields and with null for an empty one", () => {
  expect(verifyPayos(payosBody)).toBe(true);
  expect(verifyPayos(JSON.stringify(reverseKeys(JSON.parse(payosBody))))).toBe(true);
  expect(verifyPayos(payosBody.replace('"counterAccountName":""', '"counterAccountName":null'))).toBe(true);
  expect(verifyPayos(payosBody, none)).toBe(false);
});

test.each([
  ["another amount", payosBody.replace("3000", "30000")],
  ["the same amount with a fraction", payosBody.replace("3000", "3000.0")],
  ["another account", payosBody.replace("12345678", "12345679")],
  ["a field that is written twice", payosBody.replace('"amount":3000', '"amount":9,"amount":3000')],
  ["a field more", payosBody.replace('"amount":3000', '"amount":3000,"more":1')],
  ["no signature", payosBody.replace("signature", "sign")],
  ["an empty signature", payosBody.replace(/"signature":"\w+"/, '"signature":""')],
  ["a form", "data=1"],
  ["an empty body", ""],
])("payOS's signature is rejected with %s", (_, body) => {
  expect(verifyPayos(body)).toBe(false);
});
