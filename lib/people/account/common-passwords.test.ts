// @module-tag promise
import { expect, test } from "vitest";
import { newToken } from "@/lib/platform/crypto";
import { isCommonPassword, isInFilter, makeFilter } from "./common-passwords";
import { signUpSchema } from "./schema";
import { signUp } from "./sign-up";

test.each([
  "12345678",
  "Password1",
  "PASSWORD123!",
  "ｐａｓｓｗｏｒｄ",
  "sunshine2024",
  "MatKhau123",
  "mậtkhẩu1234",
  "Anh yêu em 123",
  "aaaaaaaaaaaa",
  "abcabcabcabc",
  "vang2026",
])("%s is easy to guess for anyone", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(["minhduc1990", "Trần-Văn-Đức", "sachnoi@2026", "minh.tran12345678", "TRANVANDUC!!"])(
  "%s is easy to guess for the person it names",
  (password) => {
    expect(isCommonPassword(password, ["Trần Văn Đức", "Công ty Sách Nói", "minh.tran", "minhduc"])).toBe(true);
  },
);

test.each([
  "con mèo trèo cây cau",
  "minh thích ăn phở mỗi sáng",
  "correct horse battery",
  "kJ8-vq2!xPw9",
  "một hai ba bốn năm sáu bảy tám chín mười ".repeat(3),
])("%s is accepted, with no rule about its characters", (password) => {
  const form = { name: "Minh", businessName: "Sách Nói", email: "minh@congty.vn", password: `${password}x` };
  expect(isCommonPassword(form.password, ["Minh", "Sách Nói"])).toBe(false);
  expect(signUpSchema.safeParse(form).success).toBe(true);
});

test("signing up with one's own name is rejected at the password's field, before anything is queried or written", async () => {
  const form = { name: "Trần Văn Đức", businessName: "Sách Nói", email: "duc@congty.vn", password: "tranvanduc1" };
  await expect(signUp(form, "vi")).rejects.toMatchObject({ code: "INVALID_REQUEST", details: { param: "password" } });
});

test("a filter contains all of its own passwords, and about one other in 100,000", () => {
  const own = new Set(Array.from({ length: 20_000 }, (_, count) => `own ${count}`));
  const filter = makeFilter(own);

  expect([...own].every((password) => isInFilter(filter, password))).toBe(true);
  const unknownPasswords = Array.from({ length: 100_000 }, (_, count) => `uncommon ${count}`);
  expect(unknownPasswords.filter((password) => isInFilter(filter, password)).length).toBeLessThan(8);
});

test("no random password is rejected, and a check takes well under 5 ms", () => {
  isCommonPassword("warm");
  const random = Array.from({ length: 20_000 }, newToken);
  const start = performance.now();
  const refused = random.filter((password) => isCommonPassword(password, ["Trần Văn Đức"]));

  expect((performance.now() - start) / random.length).toBeLessThan(5);
  expect(refused.length).toBeLessThan(4);
});
