// @module-tag promise
import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { listKeptMails } from "@/lib/platform/mail/dev-mailbox";
import { makeUser } from "@/prisma/factories";
import { mailIsSent } from "@/testing/harness/mailbox";
import { restoreFloor } from "@/testing/harness/response-floor";
import { resetPassword } from "./new-password";
import { checkPassword } from "./sign-in";
import { signUp } from "./sign-up";
import { verifyEmail } from "./verify-email";

const somewhere = { ip: null, userAgent: null };
const newcomer = (options = {}) => ({
  name: "Trần Văn Đức",
  businessName: "Công ty Sách Nói",
  email: `${newId("user")}@example.com`,
  password: "con mèo trèo cây cau",
  ...options,
});

async function mailsTo(email: string) {
  await mailIsSent();
  return (await listKeptMails()).filter((mail) => mail.to === email);
}

const tokenIn = (text: string | undefined) => /link\/verify\/([\w-]{43})/.exec(text ?? "")?.[1] ?? "";

test("a new person owns one business with an empty wallet, and gets one link by email", async () => {
  const { email, ...rest } = newcomer();
  const { userId } = await signUp({ email, ...rest }, "vi");

  const owned = await db.membership.findMany({
    where: { userId },
    select: {
      role: true,
      business: { select: { name: true, accounts: { select: { kind: true, balanceMilli: true } } } },
    },
  });
  expect(owned).toMatchObject([{ role: "owner", business: { name: "Công ty Sách Nói" } }]);
  expect(owned[0]?.business.accounts.map((account) => account.balanceMilli)).toEqual([0n, 0n]);
  expect((await mailsTo(email)).map((mail) => mail.subject)).toEqual(["Xác nhận email cho tài khoản Vang"]);
});

test("the database holds neither the password nor the link's token", async () => {
  const person = newcomer();
  await signUp(person, "vi");
  const [mail] = await mailsTo(person.email);

  const rows = JSON.stringify([await db.user.findMany(), await db.mailLink.findMany()]);
  expect(tokenIn(mail?.text)).toHaveLength(43);
  expect(rows).not.toContain(tokenIn(mail?.text));
  expect(rows).not.toContain(person.password);
});

test("fifty confirmations at once verify once and credit once", async () => {
  const person = newcomer();
  const { userId } = await signUp(person, "vi");
  const token = tokenIn((await mailsTo(person.email))[0]?.text);

  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => verifyEmail(token)));

  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
  const lost = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(lost.every((outcome) => outcome.reason.code === "NOT_FOUND")).toBe(true);
  const available = await db.walletAccount.findFirstOrThrow({
    where: { kind: "available", business: { memberships: { some: { userId } } } },
  });
  expect(available.balanceMilli).toBe(50_000_000n);
});

test("two links of one person credit once", async () => {
  const person = newcomer();
  const { userId } = await signUp(person, "vi");
  await signUp(person, "vi");
  const tokens = (await mailsTo(person.email)).map((mail) => tokenIn(mail.text));

  expect(tokens).toHaveLength(2);
  await Promise.allSettled(tokens.map(verifyEmail));
  const available = await db.walletAccount.findFirstOrThrow({
    where: { kind: "available", business: { memberships: { some: { userId } } } },
  });
  expect(available.balanceMilli).toBe(50_000_000n);
});

test("a taken email gets the same response, changes nothing, and its owner gets an email", async () => {
  const owner = await makeUser();
  const taken = await signUp(newcomer({ email: owner.email, name: "Kẻ Lạ" }), "en");
  const fresh = await signUp(newcomer(), "vi");

  expect(Object.keys(taken)).toEqual(Object.keys(fresh));
  expect(taken.userId).not.toBe(owner.id);
  expect(await db.user.findUnique({ where: { email: owner.email } })).toEqual(owner);
  expect(await mailsTo(owner.email)).toMatchObject([{ subject: "Bạn đã có tài khoản Vang" }]);
});

test("a taken email gets its response no sooner than a new one", async () => {
  const owner = await makeUser();
  const time = async (email: string) => {
    const start = performance.now();
    await signUp(newcomer({ email }), "vi");
    return performance.now() - start;
  };
  const floorMs = restoreFloor();
  expect(await time(owner.email)).toBeGreaterThanOrEqual(floorMs);
  expect(await time(newcomer().email)).toBeGreaterThanOrEqual(floorMs);
});

test("twenty sign-ups at once with one new email make one person and one business", async () => {
  const person = newcomer();
  await Promise.allSettled(Array.from({ length: 20 }, () => signUp(person, "vi")));

  expect(await db.user.count({ where: { email: person.email } })).toBe(1);
  expect(await db.business.count({ where: { memberships: { some: { user: { email: person.email } } } } })).toBe(1);
});

test("someone who signs up with another's unconfirmed email loses it to the owner's own sign-up", async () => {
  const owner = newcomer({ password: "mật khẩu của chính chủ" });
  await signUp({ ...owner, password: "mật khẩu của kẻ xấu" }, "vi");
  await signUp(owner, "vi");
  const { resetToken } = await verifyEmail(tokenIn((await mailsTo(owner.email))[0]?.text));

  await expect(checkPassword({ ...owner, password: "mật khẩu của kẻ xấu" }, somewhere)).rejects.toMatchObject({
    code: "NOT_SIGNED_IN",
  });
  await resetPassword(resetToken ?? "", owner.password);
  await expect(checkPassword(owner, somewhere)).resolves.toMatchObject({ userId: expect.stringMatching(/^usr_/) });
});

test("someone who signs up after an owner who has not confirmed yet gains nothing by either link", async () => {
  for (const link of [0, 1]) {
    const owner = newcomer({ password: "mật khẩu của chính chủ" });
    const thief = { ...owner, password: "mật khẩu của kẻ xấu" };
    await signUp(owner, "vi");
    await signUp(thief, "vi");
    const tokens = (await mailsTo(owner.email)).map((mail) => tokenIn(mail.text));
    const { resetToken } = await verifyEmail(tokens[link] ?? "");

    await expect(checkPassword(thief, somewhere)).rejects.toMatchObject({ details: { message: "auth.mustReset" } });
    await resetPassword(resetToken ?? "", owner.password);
    await expect(checkPassword(thief, somewhere)).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
    await expect(checkPassword(owner, somewhere)).resolves.toMatchObject({ userId: expect.any(String) });
  }
});

test("signing up twice with one password requires nothing more", async () => {
  const person = newcomer();
  await signUp(person, "vi");
  await signUp(person, "vi");
  expect(await verifyEmail(tokenIn((await mailsTo(person.email))[0]?.text))).toMatchObject({ resetToken: null });
  await expect(checkPassword(person, somewhere)).resolves.toMatchObject({ userId: expect.any(String) });
});

test("once an email is confirmed, its other links are invalid", async () => {
  const person = newcomer();
  await signUp(person, "vi");
  await signUp(person, "vi");
  const [first = "", second = ""] = (await mailsTo(person.email)).map((mail) => tokenIn(mail.text));
  await verifyEmail(first);
  await expect(verifyEmail(second)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
