// @module-tag promise
import fc from "fast-check";
import MailComposer from "nodemailer/lib/mail-composer";
import { expect, test } from "vitest";
import { trials } from "@/testing/harness/deep";
import { emailSchema } from "./email-schema";

const read = (text: string) => emailSchema.safeParse(text).data;
const mailedTo = (address: string) =>
  new MailComposer({ to: { name: "", address } }).compile().getEnvelope().to as string[];

test.each([
  ["  Minh.Nguyen+api@CongTy.VN ", "minh.nguyen+api@congty.vn"],
  ["ｍｉｎｈ＠ｃｏｎｇｔｙ．ｖｎ", "minh@congty.vn"],
  ["mi\u212Aa@example.com", "mika@example.com"],
  ["o'brien@mail.example.co.uk", "o'brien@mail.example.co.uk"],
  ["a@xn--bcher-kva.example", "a@xn--bcher-kva.example"],
])("%s is stored as %s", (typed, stored) => {
  expect(read(typed)).toBe(stored);
});

test.each([
  "minh@vіetnam.vn", // a Cyrillic і
  "mịnh@congty.vn",
  "minh@côngty.vn",
  "a@b@congty.vn",
  '"minh"@congty.vn',
  "minh(sếp)@congty.vn",
  "minh@congty.vn, sep@congty.vn",
  "Minh <minh@congty.vn>",
  "minh@congty.vn\r\nBcc: all@congty.vn",
  "minh@[127.0.0.1]",
  "minh@127.0.0.1",
  "minh@localhost",
  "minh@-congty.vn",
  "minh@congty..vn",
  ".minh@congty.vn",
  "minh.@congty.vn",
  "mi\u200Bnh@congty.vn",
  "minh@congty.vn\u0000",
  `${"a".repeat(65)}@congty.vn`,
  `a@${"b".repeat(64)}.vn`,
  "",
])("%j is not an email address", (typed) => {
  expect(read(typed)).toBeUndefined();
});

const inputs = trials(undefined, 3000, 100_000);

test(`the stored email is exactly the recipient of emails, over ${inputs} odd inputs`, () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "@",
      ".",
      "a",
      "minh",
      "vn",
      '"',
      "(",
      "<",
      ">",
      ",",
      ";",
      ":",
      "\r\n",
      " ",
      "＠",
      "ı",
      "K",
      "İ",
      "ß",
      "\u200B",
      "đ",
      "xn--",
    ),
    fc.string({ unit: "grapheme", maxLength: 3 }),
  );
  const odd = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  const near = fc.tuple(odd, odd).map(([local, domain]) => `a${local}@${domain}b.vn`);

  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(near, fc.emailAddress(), odd), (typed) => {
      const stored = read(typed);
      if (stored === undefined) return;
      accepted++;
      expect(mailedTo(stored)).toEqual([stored]);
      expect(read(stored)).toBe(stored);
    }),
    { numRuns: inputs },
  );
  expect(accepted).toBeGreaterThan(inputs / 10);
}, 60_000);
