import { afterEach, expect, test } from "vitest";
import { endSession, findLiveSession } from "@/lib/access/sessions/service";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { listKeptMails } from "@/lib/platform/mail/dev-mailbox";
import { makeSession, makeUser } from "@/prisma/factories";
import { mailIsSent } from "@/testing/harness/mailbox";
import { signIn } from "@/testing/harness/signed-in";
import { hashPassword } from "./password";
import { checkPassword } from "./sign-in";
import { resendVerification, sendVerification, verifyEmail } from "./verify-email";

const password = "con mèo trèo cây cau";
const somewhere = { ip: "127.0.0.1", userAgent: "Firefox" };

afterEach(clock.reset);

async function mailsTo(email: string) {
  await mailIsSent();
  return (await listKeptMails()).filter((mail) => mail.to === email);
}

const tokenIn = (text: string | undefined) => /link\/verify\/([\w-]{43})/.exec(text ?? "")?.[1] ?? "";

test("a wrong password and a missing account get the same error", async () => {
  const { email } = await makeUser({ passwordHash: await hashPassword(password) });
  const refusal = (form: { email: string; password: string }) =>
    checkPassword(form, somewhere).catch((error) => ({ code: error.code, details: error.details }));

  const wrong = await refusal({ email, password: "sai rồi nhé" });
  expect(wrong).toEqual({ code: "NOT_SIGNED_IN", details: { message: "auth.wrong" } });
  expect(await refusal({ email: "khong-co-ai@example.com", password })).toEqual(wrong);
});

test("an unconfirmed email cannot sign in, and only its correct password sends a new link", async () => {
  const passwordHash = await hashPassword(password);
  const { id, email } = await makeUser({ passwordHash, emailVerifiedAt: null });

  await expect(checkPassword({ email, password: "sai rồi nhé" }, somewhere)).rejects.toMatchObject({
    code: "NOT_SIGNED_IN",
  });
  expect(await mailsTo(email)).toHaveLength(0);
  await expect(checkPassword({ email, password }, somewhere)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await db.session.count({ where: { userId: id } })).toBe(0);
});

test("an ended session is rejected at once, and no other session ends with it", async () => {
  const { id } = await makeUser();
  const [{ sessionId: left }, { sessionId: right }] = [await signIn(id), await signIn(id)];

  await endSession(left);

  expect(await findLiveSession(left)).toBeNull();
  expect(await findLiveSession(right)).toMatchObject({ userId: id });
});

test("a session is over after fourteen days", async () => {
  const { id } = await makeUser();
  const { sessionId: session } = await signIn(id);

  for (let day = 0; day < 12; day += 6) {
    clock.advance(days(6));
    await findLiveSession(session);
  }
  clock.advance(days(2) - minutes(1));
  expect(await findLiveSession(session)).toMatchObject({ userId: id });
  clock.advance(minutes(1));
  expect(await findLiveSession(session)).toBeNull();
});

test("a session remembers when it was last seen, to the minute", async () => {
  const session = await makeSession((await makeUser()).id);
  const seenAt = async () => {
    await findLiveSession(session.id);
    return +(await db.session.findUniqueOrThrow({ where: { id: session.id } })).lastSeenAt;
  };
  const first = await seenAt();
  clock.advance(minutes(0.5));
  expect(await seenAt()).toBe(first);
  clock.advance(minutes(5));
  expect(await seenAt()).toBeGreaterThan(first + minutes(5));
});

test("a link expires after a day, and a made-up one never works", async () => {
  const user = await makeUser({ emailVerifiedAt: null });
  await sendVerification(user);
  const token = tokenIn((await mailsTo(user.email))[0]?.text);

  clock.advance(hours(24));
  await expect(verifyEmail(token)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(verifyEmail("a".repeat(43))).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await db.user.findUnique({ where: { id: user.id } })).toMatchObject({ emailVerifiedAt: null });
});

test("requesting another link does not reveal which accounts exist, and fills no one's mailbox", async () => {
  const waiting = await makeUser({ emailVerifiedAt: null });
  const proven = await makeUser();
  for (const email of [...Array(7).fill(waiting.email), proven.email, "khong-co-ai@example.com"]) {
    expect(await resendVerification(email)).toBeUndefined();
  }

  expect(await mailsTo(waiting.email)).toHaveLength(5);
  expect(await mailsTo(proven.email)).toHaveLength(0);
});
