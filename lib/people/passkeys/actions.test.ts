// @module-tag promise
import { beforeEach, expect, test, vi } from "vitest";
import { issueCookie } from "@/lib/access/auth/cookie";
import { findViewer } from "@/lib/access/auth/session";
import { findPendingSignIn } from "@/lib/access/auth/ticket";
import { continueSignIn } from "@/lib/people/sign-in/begin-session";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { type ActionState, idle } from "@/lib/platform/form";
import { makeViewer } from "@/prisma/factories";
import { makeAuthenticator } from "@/testing/fakes/authenticator";
import { browser, formOf, freshBrowser, leads } from "@/testing/harness/request";
import {
  finishRegistrationAction,
  finishSecondFactorAction,
  finishSignInAction,
  finishStepUpAction,
  removePasskeyAction,
  startRegistrationAction,
  startSecondFactorAction,
  startSignInAction,
  startStepUpAction,
} from "./actions";

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => import("@/testing/harness/request"));
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));

beforeEach(() => {
  freshBrowser();
  clock.reset();
});

const refusal = (message: string) => ({ status: "refused", message: expect.stringContaining(message) });

/** The challenge that a first step returns. */
async function optionsOf<Options>(
  start: (state: ActionState<Options>, form: FormData) => Promise<ActionState<Options>>,
): Promise<Options> {
  const state = await start(idle, formOf({}));
  if (state.status !== "done") throw new Error(JSON.stringify(state));
  return state.data;
}

const proofForm = (response: unknown, rest: Record<string, string> = {}) =>
  formOf({ response: JSON.stringify(response), ...rest });

/** Someone signed in, who has just added a passkey. */
async function withPasskey() {
  const viewer = await makeViewer();
  await issueCookie({ sid: viewer.sessionId, uid: viewer.userId });
  const device = makeAuthenticator();
  const added = await finishRegistrationAction(
    idle,
    proofForm(device.create(await optionsOf(startRegistrationAction))),
  );
  expect(added).toMatchObject({ status: "done", data: { recoveryCodes: expect.any(Array) } });
  return { ...viewer, device };
}

test("a passkey alone signs in, continues to the requested path, and the log says how", async () => {
  const { userId, device } = await withPasskey();
  freshBrowser();
  const answer = proofForm(device.get(await optionsOf(startSignInAction)), { next: "/console/sach-noi" });
  await expect(finishSignInAction(idle, answer)).rejects.toMatchObject(leads("/console/sach-noi"));

  expect(await findViewer()).toMatchObject({ userId, hasSecondFactor: true });
  const entries = await db.signInEntry.findMany({ where: { userId }, select: { result: true, method: true } });
  expect(entries).toEqual([{ result: "signed_in", method: "passkey" }]);
});

test("a response given in another browser than the challenge signs no one in", async () => {
  const { device } = await withPasskey();
  freshBrowser();
  const answer = proofForm(device.get(await optionsOf(startSignInAction)));
  freshBrowser();
  expect(await finishSignInAction(idle, answer)).toMatchObject(refusal("không được chấp nhận"));
  await optionsOf(startSignInAction);
  expect(await finishSignInAction(idle, answer)).toMatchObject(refusal("không được chấp nhận"));
  expect(await findViewer()).toBeNull();
});

test("no one is redirected to another site", async () => {
  const { device } = await withPasskey();
  const answer = proofForm(device.get(await optionsOf(startSignInAction)), { next: "//evil.example" });
  await expect(finishSignInAction(idle, answer)).rejects.toMatchObject(leads("/console"));
});

test("after the password a passkey finishes the sign-in; of fifty with one response, one starts a session", async () => {
  const { userId, sessionId, device } = await withPasskey();
  freshBrowser();
  await expect(continueSignIn({ userId, next: "/docs" })).rejects.toMatchObject(leads("/sign-in/two-factor"));
  const answer = device.get(await optionsOf(startSecondFactorAction));
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, () => finishSecondFactorAction(idle, proofForm(answer))),
  );

  expect(answers.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: leads("/docs") }]);
  expect(await db.session.count({ where: { userId, id: { not: sessionId } } })).toBe(1);
  expect(await findPendingSignIn()).toBeNull();
});

test("without a correct password there is no second factor to give", async () => {
  await withPasskey();
  expect(await startSecondFactorAction(idle, formOf({}))).toMatchObject({ status: "refused" });
});

test("a passkey is added and removed only after a recent proof, which a passkey gives", async () => {
  const { device } = await withPasskey();
  clock.advance(minutes(5));
  const removal = formOf({ id: device.id, endsTwoFactor: "yes" });
  expect(await startRegistrationAction(idle, formOf({}))).toMatchObject({
    status: "refused",
    stepUp: expect.arrayContaining(["passkey"]),
  });
  expect(await removePasskeyAction(idle, removal)).toMatchObject({
    status: "refused",
    stepUp: expect.arrayContaining(["passkey"]),
  });

  const proof = proofForm(device.get(await optionsOf(startStepUpAction)));
  expect(await finishStepUpAction(idle, proof)).toMatchObject({ status: "done" });
  expect(await removePasskeyAction(idle, removal)).toMatchObject({ status: "done" });
});

test("a response to another challenge is not a recent proof", async () => {
  const { device, userId } = await withPasskey();
  clock.advance(minutes(5));
  const foreign = proofForm(device.get(await optionsOf(startSignInAction)));
  expect(await finishStepUpAction(idle, foreign)).toMatchObject({ status: "refused" });
  expect(await startRegistrationAction(idle, formOf({}))).toMatchObject({
    stepUp: expect.arrayContaining(["passkey"]),
  });
  const entries = await db.signInEntry.findMany({ where: { userId }, select: { result: true } });
  expect(entries).toEqual([{ result: "wrong_passkey" }]);
});

test.each(["", "null", "{", "[]", '{"id":"a"}', `"${"a".repeat(50_000)}"`, '{"id":"\\u0000","rawId":"\\u0000"}'])(
  "what no device returns is rejected: %.20s",
  async (response) => {
    await withPasskey();
    await optionsOf(startSignInAction);
    expect(await finishSignInAction(idle, formOf({ response }))).toMatchObject({ status: "refused" });
    expect(await finishStepUpAction(idle, formOf({ response }))).toMatchObject({ status: "refused" });
  },
);

test("a page of another origin gets no challenge and cannot send a response", async () => {
  const { device } = await withPasskey();
  const options = await optionsOf(startStepUpAction);
  browser.headers.set("origin", "http://localhost:4000");
  expect(await startStepUpAction(idle, formOf({}))).toMatchObject({ status: "refused" });
  expect(await finishStepUpAction(idle, proofForm(device.get(options)))).toMatchObject({ status: "refused" });
});
