// @module-tag promise
import { expect, test, vi } from "vitest";
import { makeUser } from "@/prisma/factories";
import { trials } from "@/testing/harness/deep";
import { restoreHashingCost } from "@/testing/harness/hashing-cost";
import { hashPassword, isPassword } from "./password";
import { signUpSchema } from "./schema";
import { checkPassword } from "./sign-in";
import { signUp } from "./sign-up";

restoreHashingCost();

const nowhere = { ip: null, userAgent: null };

test("a password matches its own hash only, and is stored as argon2id with 19 MiB and two passes", async () => {
  const hash = await hashPassword("con mèo trèo cây cau");

  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword("con mèo trèo cây cau".normalize("NFD"), hash)).toBe(true);
  expect(await isPassword("con mèo trèo cây cam", hash)).toBe(false);
});

test("no password matches a missing account, not even the one it is compared with", async () => {
  expect(await isPassword("nobody's password", null)).toBe(false);
});

const pairsTimed = trials(undefined, 30, 60);

test("a missing account takes as long as a wrong password", async () => {
  const hash = await hashPassword("con mèo trèo cây cau");
  const time = async (stored: string | null) => {
    const start = performance.now();
    await isPassword("sai rồi nhé", stored);
    return performance.now() - start;
  };
  const pairs = [];
  for (let count = 0; count < pairsTimed; count++) pairs.push([await time(hash), await time(null)] as const);

  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length / 2] ?? 0;
  const [wrong, missing] = [middle(pairs.map(([wrong]) => wrong)), middle(pairs.map(([, missing]) => missing))];
  expect(missing / wrong).toBeGreaterThan(0.7);
  expect(missing / wrong).toBeLessThan(1.4);
});

test("in a flood of guesses, new ones are rejected once twenty wait, and the rest still get their response", async () => {
  const hash = await hashPassword("con mèo trèo cây cau");
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => isPassword("đoán bừa", hash)));

  const turnedAway = answers.filter((answer) => answer.status === "rejected");
  expect(turnedAway.length).toBe(50 - 22);
  expect(turnedAway.every((answer) => answer.reason.code === "OVERLOADED")).toBe(true);
  expect(50 - turnedAway.length).toBeGreaterThanOrEqual(20);
});

test("all copies of this module in a process share one queue", async () => {
  const hash = await hashPassword("con mèo trèo cây cau");
  vi.resetModules();
  const copy = await import("./password");
  const ways = [isPassword, copy.isPassword];
  // The first comparison of each copy starts by creating a hash, so it comes later than the others.
  await Promise.all(ways.map((way) => way("bừa", hash)));
  const answers = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => ways[index % 2]?.("bừa", hash)));
  expect(answers.filter(({ status }) => status === "rejected").length).toBe(50 - 22);
});

test("in a flood, signing in and signing up are rejected at once, and no one's attempts are used up", async () => {
  const { email } = await makeUser({ passwordHash: await hashPassword("con mèo trèo cây cau") });
  const typed = { email, password: "con mèo trèo cây cau" };
  const flood = Promise.allSettled(Array.from({ length: 22 }, () => hashPassword("lũ lụt")));
  const newcomer = { ...typed, email: "nguoi.moi@example.com", name: "Minh", businessName: "Sách" };
  const refused = { code: "OVERLOADED" };
  let hasAnswered = false;
  const answers = Promise.all([
    ...Array.from({ length: 30 }, () => expect(checkPassword(typed, nowhere)).rejects.toMatchObject(refused)),
    expect(signUp(newcomer, "vi")).rejects.toMatchObject(refused),
  ]).then(() => {
    hasAnswered = true;
  });
  await Promise.race([answers, flood]);
  expect(hasAnswered).toBe(true);
  await flood;
  await expect(checkPassword(typed, nowhere)).resolves.toMatchObject({ userId: expect.any(String) });
});

test.each([
  ["1234567", "auth.passwordTooShort"],
  ["con mèo ".repeat(33), "auth.passwordTooLong"],
])("%s is rejected: %s", (password, message) => {
  const form = { name: "Minh", businessName: "Sách Nói", email: "minh@congty.vn", password };
  expect(signUpSchema.safeParse(form).error?.issues).toMatchObject([{ path: ["password"], message }]);
});
