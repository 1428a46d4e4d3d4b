import decodeQr from "qr/decode.js";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawQr, drawQrPng } from "@/lib/platform/qr";
import { isDeep } from "@/testing/harness/deep";
import { hasZbar, readQr } from "@/testing/harness/read-qr";
import { encodeVietQr, parseVietQr, type VietQr, VietQrError } from "./vietqr";

const toAccount = { initiation: "11", service: "QRIBFTTA" } as const;
const bill = { initiation: "12", service: "QRIBFTTA" } as const;

/** Published by banks, NAPAS or libraries, or made by two of those libraries with the same result. */
const codes: [string, VietQr, string][] = [
  [
    "ACB, without an amount",
    { ...toAccount, bin: "970416", account: "257678859" },
    "00020101021138530010A0000007270123000697041601092576788590208QRIBFTTA53037045802VN6304AE9F",
  ],
  [
    "ACB, with an amount and a memo",
    { ...bill, bin: "970416", account: "257678859", amountVnd: 10000n, memo: "Chuyen tien" },
    "00020101021238530010A0000007270123000697041601092576788590208QRIBFTTA53037045405100005802VN62150811Chuyen tien630453E6",
  ],
  [
    "VietinBank",
    { ...bill, bin: "970415", account: "113366668888", amountVnd: 79000n, memo: "Ung Ho Quy Vac Xin" },
    "00020101021238560010A0000007270126000697041501121133666688880208QRIBFTTA53037045405790005802VN62220818Ung Ho Quy Vac Xin63043ACF",
  ],
  [
    "TPBank",
    { ...bill, bin: "970423", account: "0011012345678", amountVnd: 400000n, memo: "DH0001" },
    "00020101021238570010A00000072701270006970423011300110123456780208QRIBFTTA530370454064000005802VN62100806DH00016304A28F",
  ],
  [
    "NAPAS's sample with a bill number",
    {
      ...bill,
      bin: "970403",
      account: "0011012345678",
      amountVnd: 180000n,
      billNumber: "NPS6869",
      memo: "thanh toan don hang",
    },
    "00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454061800005802VN62340107NPS68690819thanh toan don hang63042E2E",
  ],
  [
    "NAPAS's sample to a card",
    { initiation: "11", service: "QRIBFTTC", bin: "970403", account: "9704031101234567" },
    "00020101021138600010A00000072701300006970403011697040311012345670208QRIBFTTC53037045802VN63044F52",
  ],
  [
    "Vietcombank",
    { ...bill, bin: "970436", account: "0011001932418", amountVnd: 500000n, memo: "LN7K2M9QX5" },
    "00020101021238570010A00000072701270006970436011300110019324180208QRIBFTTA530370454065000005802VN62140810LN7K2M9QX563045BA2",
  ],
  [
    "Techcombank",
    { ...bill, bin: "970407", account: "19001234567890", amountVnd: 2000000n, memo: "LN3F8H2RT4" },
    "00020101021238580010A000000727012800069704070114190012345678900208QRIBFTTA5303704540720000005802VN62140810LN3F8H2RT463043D96",
  ],
  [
    "MB, without an amount",
    { ...toAccount, bin: "970422", account: "0123456789" },
    "00020101021138540010A00000072701240006970422011001234567890208QRIBFTTA53037045802VN6304B1A7",
  ],
  [
    "the longest of each field",
    {
      ...bill,
      bin: "970418",
      account: "1234567890123456789",
      amountVnd: 9999999999999n,
      memo: "LN7K2M9QX4ABCDEFGHJKMNPQR",
    },
    "00020101021238630010A00000072701330006970418011912345678901234567890208QRIBFTTA5303704541399999999999995802VN62290825LN7K2M9QX4ABCDEFGHJKMNPQR63049830",
  ],
  [
    "a virtual account with letters",
    { ...bill, bin: "970415", account: "VQRQAFQTK9276", amountVnd: 50000n, memo: "LN9X4C7WE2" },
    "00020101021238570010A000000727012700069704150113VQRQAFQTK92760208QRIBFTTA53037045405500005802VN62140810LN9X4C7WE26304C7B2",
  ],
];

test.each(codes)("%s is written and read byte for byte", (_, fields, payload) => {
  expect(encodeVietQr(fields)).toBe(payload);
  expect(parseVietQr(payload)).toEqual(fields);
});

test.each([
  [
    "an account that is longer than it says, under a correct checksum",
    "00020101021138570010A00000072701270006970403011200110123456780208QRIBFTTA53037045802VN6304F4E5",
    /malformed object/,
  ],
  [
    "a wrong checksum",
    "00020101021238570010A00000072701270006970436011308810004580860208QRIBFTTA53037045802VN6304CD60",
    /checksum/,
  ],
  [
    "a placeholder for the checksum",
    "00020101021238580010A000000727012800069704220114190012345678900208QRIBFTTA53037045405390005802VN6304ABCD",
    /checksum/,
  ],
  ["nothing", "", /ASCII/],
])("%s is rejected", (_, payload, reason) => {
  expect(() => parseVietQr(payload)).toThrow(VietQrError);
  expect(() => parseVietQr(payload)).toThrow(reason);
});

test("the corrected form of the sample with the wrong length is accepted", () => {
  const fixed = "00020101021138570010A00000072701270006970403011300110123456780208QRIBFTTA53037045802VN63049E6F";
  expect(parseVietQr(fixed)).toEqual({ ...toAccount, bin: "970403", account: "0011012345678" });
});

test("no code that lacks its end or differs in one character is accepted", () => {
  const [, , payload] = codes[6] as (typeof codes)[number];
  for (let at = 0; at < payload.length; at++) {
    expect(() => parseVietQr(payload.slice(0, at))).toThrow(VietQrError);
    const other = payload[at] === "0" ? "1" : "0";
    expect(() => parseVietQr(payload.slice(0, at) + other + payload.slice(at + 1))).toThrow(VietQrError);
  }
});

const valid = { ...bill, bin: "970436", account: "0011001932418", amountVnd: 500000n, memo: "LN7K2M9QX5" };

test.each([
  { bin: "97043" },
  { account: "" },
  { account: "0011 001" },
  { account: "12345678901234567890" },
  { amountVnd: 0n },
  { amountVnd: -1n },
  { amountVnd: 10000000000000n },
  { memo: "" },
  { memo: "Nạp tiền" },
  { memo: "A".repeat(26) },
])("a code is not written with %o", (wrong) => {
  expect(() => encodeVietQr({ ...valid, ...wrong })).toThrow(VietQrError);
});

/** Every module of the picture on the page as 10 pixels. */
const pixelsOf = async (payload: string) => {
  const { size, path } = drawQr(payload);
  const side = size * 10;
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`,
    ),
  )
    .png()
    .toBuffer();
};

const drawings = [
  ["as a file", drawQrPng],
  ["on a page", pixelsOf],
] as const;

test.each(drawings)(
  "another library reads the picture %s, of 600 pixels or more with its quiet zone",
  async (_, draw) => {
    expect(codes.length).toBeGreaterThan(2);
    for (const [, , payload] of codes) {
      const { data, info } = await sharp(await draw(payload))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      if (draw === drawQrPng) expect(info.width).toBeGreaterThanOrEqual(600);
      expect(decodeQr({ width: info.width, height: info.height, data })).toBe(payload);
      const row = data.subarray(0, info.width * info.channels * 4);
      expect(row.every((byte) => byte === 255)).toBe(true);
    }
  },
);

test.skipIf(!hasZbar).each(drawings)("zbarimg (of zbar-tools) reads the picture %s", async (_, draw) => {
  for (const [, , payload] of isDeep ? codes : codes.slice(0, 2)) expect(readQr(await draw(payload))).toBe(payload);
});
