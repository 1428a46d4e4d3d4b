// @module-tag promise
import { beforeEach, expect, test, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { idle } from "@/lib/platform/form";
import { newId } from "@/lib/platform/ids";
import { makeUser } from "@/prisma/factories";
import { browser, formOf, freshBrowser } from "@/testing/harness/request";
import { forgotAction, resendAction, signInAction, signUpAction } from "./actions";

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => import("@/testing/harness/request"));

beforeEach(freshBrowser);

/** Emails that differ in everything that could be revealed about them. */
const kinds = {
  unknownEmail: async () => `${newId("user")}@example.com`,
  proven: async () => (await makeUser()).email,
  unproven: async () => (await makeUser({ emailVerifiedAt: null })).email,
  mustReset: async () => {
    const { id, email } = await makeUser();
    await db.user.update({ where: { id }, data: { mustResetPassword: true } });
    return email;
  },
  twoFactor: async () => {
    const { id, email } = await makeUser();
    await db.totpFactor.create({ data: { userId: id, encryptedSeed: "sealed", confirmedAt: clock.now() } });
    return email;
  },
};

type Action = typeof signInAction;

/** Everything that a browser could see of an action's result: its state, its redirect, and the cookies it set. */
async function answerTo(action: Action, email: string) {
  freshBrowser();
  browser.headers.set("x-forwarded-for", newId("request"));
  const form = { name: "Minh", businessName: "Sách Nói", email, password: "con mèo trèo cây cau", next: "/console" };
  const state = await action(idle, formOf(form)).catch(({ digest }: { digest?: string }) => digest);
  const cookies = [...browser.jar].map(([name, value]) => [name, value.length]);
  return JSON.stringify({ state, cookies }).replaceAll(email, "…");
}

test.each([
  ["signing in with a wrong password", signInAction],
  ["asking for a new password", forgotAction],
  ["asking for another link", resendAction],
  ["signing up", signUpAction],
] as [string, Action][])("%s gets the same result, whatever the state of the account", async (_, action) => {
  const answers = new Set<string>();
  for (const make of Object.values(kinds)) answers.add(await answerTo(action, await make()));
  expect([...answers]).toHaveLength(1);
});
