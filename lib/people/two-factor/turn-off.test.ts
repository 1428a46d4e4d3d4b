// @module-tag promise
import { beforeEach, expect, test, vi } from "vitest";
import { issueCookie } from "@/lib/access/auth/cookie";
import { stepUpAction } from "@/lib/people/account/actions";
import { hashPassword } from "@/lib/people/account/password";
import { removePasskeyAction } from "@/lib/people/passkeys/actions";
import { continueSignIn } from "@/lib/people/sign-in/begin-session";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { idle } from "@/lib/platform/form";
import { makeConfirmedApp, makePasskey, makeSession } from "@/prisma/factories";
import { codeNow } from "@/testing/harness/app-code";
import { formOf, freshBrowser, leads } from "@/testing/harness/request";
import { proveCodeAction, renewRecoveryCodesAction, signInWithRecoveryCodeAction, turnOffTotpAction } from "./actions";
import { countRecoveryCodes, issueRecoveryCodes } from "./recovery-codes";
import { findTotp } from "./totp";

const hasTotp = async (userId: string) => (await findTotp(userId)) !== null;

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => import("@/testing/harness/request"));
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));

beforeEach(() => {
  freshBrowser();
  clock.reset();
});

const password = "con mèo trèo cây cau";
const turnOff = (proofs: Record<string, string>) => turnOffTotpAction(idle, formOf(proofs));

/** Someone with an app in a browser that has proved their identity this very moment. */
async function signedIn() {
  const app = await makeConfirmedApp({ passwordHash: await hashPassword(password) });
  const { id: sid } = await makeSession(app.userId);
  await db.session.update({ where: { id: sid }, data: { expiresAt: new Date(+clock.now() + hours(72)) } });
  await issueCookie({ sid, uid: app.userId });
  return app;
}

test("the app is removed with the password and its code together", async () => {
  const { userId, secret } = await signedIn();
  expect(await turnOff({ password, code: codeNow(secret) })).toMatchObject({ status: "done" });
  expect(await hasTotp(userId)).toBe(false);
});

test("neither proof alone turns it off, however recent the session's proof and whatever other factor there is", async () => {
  const { userId, secret } = await signedIn();
  await makePasskey(userId);
  const code = codeNow(secret);
  const refused = [
    await turnOff({}),
    await turnOff({ password }),
    await turnOff({ code }),
    await turnOff({ password: "con mèo trèo cây dừa", code }),
    await turnOff({ password, code: code === "000000" ? "000001" : "000000" }),
    await turnOff({ password, code: "AAAA-AAAA-AAAA-AAAA" }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(Array(6).fill("refused"));
  expect(refused.map((state) => Object.keys("fields" in state ? state.fields : {}))).toEqual([
    ["code", "password"],
    ["code"],
    ["password"],
    ["password"],
    ["code"],
    ["code"],
  ]);
  expect(await hasTotp(userId)).toBe(true);
  expect(await turnOff({ password, code })).toMatchObject({ status: "done" });
  expect(await db.passkey.count({ where: { userId } })).toBe(1);
});

test("with a wrong password no code is checked, so a stolen session cannot use up the day's attempts", async () => {
  const { userId } = await signedIn();
  await turnOff({ password: "con mèo trèo cây dừa", code: "000000" });
  expect(await db.attemptGuard.count({ where: { userId } })).toBe(0);
});

test("a code that was used before turns nothing off", async () => {
  const { userId, secret } = await signedIn();
  const code = codeNow(secret);
  await proveCodeAction(idle, formOf({ code }));
  expect(await turnOff({ password, code })).toMatchObject({ status: "refused", fields: { code: expect.any(String) } });
  expect(await hasTotp(userId)).toBe(true);
});

test("someone who lost the phone turns it off with the password and a recovery code, which is used up", async () => {
  const { userId } = await signedIn();
  await makePasskey(userId);
  const [code = ""] = await db.$transaction((tx) => issueRecoveryCodes(tx, userId));
  clock.advance(hours(24));
  expect(await turnOff({ password, code })).toMatchObject({ status: "done" });
  expect(await hasTotp(userId)).toBe(false);
  expect(await countRecoveryCodes(userId)).toBe(9);
});

test("with a second factor a signed-in browser and the password prove nothing, so they make no recovery codes", async () => {
  await signedIn();
  clock.advance(minutes(6));
  expect(await renewRecoveryCodesAction(idle, formOf({}))).toMatchObject({ stepUp: ["code", "recoveryCode"] });
  expect(await stepUpAction(idle, formOf({ password }))).toMatchObject({
    status: "refused",
    fields: { password: expect.stringContaining("xác thực hai lớp") },
  });
  expect(await renewRecoveryCodesAction(idle, formOf({}))).toMatchObject({ stepUp: ["code", "recoveryCode"] });
});

test("a recovery code made in the last 24 hours turns no factor off, in any session, and is not used up", async () => {
  const { userId } = await signedIn();
  const { id: passkeyId } = await makePasskey(userId);
  const [first = "", second = ""] = await db.$transaction((tx) => issueRecoveryCodes(tx, userId));
  clock.advance(hours(23));
  const tooNew = { status: "refused", fields: { code: expect.stringContaining("1 giờ") } };
  expect(await turnOff({ password, code: first })).toMatchObject(tooNew);
  expect(await proveCodeAction(idle, formOf({ code: first }))).toMatchObject(tooNew);
  expect(await countRecoveryCodes(userId)).toBe(10);

  freshBrowser();
  await expect(continueSignIn({ userId, next: "" })).rejects.toMatchObject(leads("/sign-in/two-factor"));
  const page = leads("/account/security?used=recovery-code");
  await expect(signInWithRecoveryCodeAction(idle, formOf({ code: first }))).rejects.toMatchObject(page);
  const removal = formOf({ id: passkeyId, endsTwoFactor: "yes" });
  expect(await removePasskeyAction(idle, removal)).toMatchObject({ stepUp: expect.any(Array) });

  clock.advance(hours(1));
  expect(await proveCodeAction(idle, formOf({ code: second }))).toMatchObject({ status: "done" });
  expect(await removePasskeyAction(idle, removal)).toMatchObject({ status: "done" });
});
