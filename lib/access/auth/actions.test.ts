// @module-tag promise
import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { endSession, markFresh } from "@/lib/access/sessions/service";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { idle } from "@/lib/platform/form";
import { makeConfirmedApp, makeMember, makePasskey, makeSession, makeStale, makeUser } from "@/prisma/factories";
import { browser, formOf, freshBrowser } from "@/testing/harness/request";
import { memberAction, publicAction, viewerAction } from "./actions";
import { issueCookie } from "./cookie";
import { requireMember, requireViewer } from "./session";

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => import("@/testing/harness/request"));

beforeEach(() => {
  freshBrowser();
  clock.reset();
});

const signedIn = async (options = {}) => {
  const member = await makeMember(options);
  await issueCookie({ sid: member.sessionId, uid: member.userId });
  return member;
};

const writeKeys = memberAction(
  { permission: "keys:write", proof: "none", input: z.object({}) },
  async (member) => member.businessId,
);
const whoAmI = viewerAction({ proof: "none", input: z.object({}) }, async (viewer) => viewer.userId);

test("a member acts in the business the form names", async () => {
  const { businessId, businessSlug } = await signedIn();
  expect(await writeKeys(idle, formOf({ business: businessSlug }))).toEqual({ status: "done", data: businessId });
});

test("another business and a missing one get the same error", async () => {
  await signedIn();
  const outsider = await makeMember();
  const appError = { status: "refused", fields: {}, values: {} };

  const foreign = await writeKeys(idle, formOf({ business: outsider.businessSlug }));
  const missing = await writeKeys(idle, formOf({ business: "khong-co" }));
  expect(foreign).toMatchObject({ ...appError, values: { business: outsider.businessSlug } });
  expect({ ...foreign, values: {} }).toEqual({ ...missing, values: {} });
  await expect(requireMember(outsider.businessSlug)).rejects.toMatchObject({ digest: "NEXT_HTTP_ERROR_FALLBACK;404" });
  await expect(requireMember("khong-co")).rejects.toMatchObject({ digest: "NEXT_HTTP_ERROR_FALLBACK;404" });
});

test("a role without the permission is rejected", async () => {
  const { businessSlug } = await signedIn({ role: "viewer" });
  expect(await writeKeys(idle, formOf({ business: businessSlug }))).toMatchObject({ status: "refused" });
});

test("a signed-out cookie is rejected on the very next request", async () => {
  const { sessionId, userId, businessSlug } = await signedIn();
  expect(await whoAmI(idle, formOf({}))).toEqual({ status: "done", data: userId });

  await endSession(sessionId);

  expect(await whoAmI(idle, formOf({}))).toMatchObject({ status: "refused" });
  expect(await writeKeys(idle, formOf({ business: businessSlug }))).toMatchObject({ status: "refused" });
  await expect(requireViewer()).rejects.toMatchObject({ digest: expect.stringContaining("/sign-in?next=%2Fconsole") });
});

test("a cookie that we did not issue is rejected", async () => {
  browser.jar.set("next-auth.session-token", "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c");
  expect(await whoAmI(idle, formOf({}))).toMatchObject({ status: "refused" });
});

test("a cookie with another session's id is rejected", async () => {
  const { sessionId } = await makeMember();
  await issueCookie({ sid: sessionId, uid: (await makeUser()).id });
  expect(await whoAmI(idle, formOf({}))).toMatchObject({ status: "refused" });
});

test.each([
  ["absent", undefined],
  ["null", "null"],
  ["of a sibling", "http://blog.localhost:3000"],
  ["of another port", "http://localhost:4000"],
])("an origin %s is rejected before the session is looked up", async (_, origin) => {
  await signedIn();
  browser.headers.delete("origin");
  if (origin) browser.headers.set("origin", origin);
  const run = vi.fn();

  expect(await viewerAction({ proof: "none", input: z.object({}) }, run)(idle, formOf({}))).toMatchObject({
    status: "refused",
  });
  expect(run).not.toHaveBeenCalled();
});

test("a rejected form gets its messages in the reader's language and its values back, never a secret", async () => {
  const input = z.object({ email: z.string().min(99, "auth.emailInvalid"), password: z.string() });
  const action = publicAction({ input }, async () => {});
  const typed = {
    email: "minh",
    password: "bí mật 1",
    newPassword: "bí mật 2",
    secret: "bí mật 3",
    code: "123456",
    token: "t0k3n",
  };
  browser.locale = "en";

  const state = await action(idle, formOf(typed));
  expect(state).toEqual({
    status: "refused",
    message: "Fix the highlighted fields",
    fields: { email: "Enter a valid email address, such as name@company.com" },
    values: { email: "minh" },
  });
});

test("a bug is rethrown, not shown", async () => {
  const broken = publicAction({ input: z.object({}) }, async () => {
    throw new TypeError("connection string is postgres://…");
  });
  await expect(broken(idle, formOf({}))).rejects.toThrow(TypeError);
});

test("an error about one field is shown at that field", async () => {
  const action = publicAction({ input: z.object({}) }, async () => {
    throw new AppError("CONFLICT", { message: "auth.nameTooLong", param: "name" });
  });
  expect(await action(idle, formOf({ name: "Minh" }))).toMatchObject({
    fields: { name: "Tối đa 80 ký tự" },
    values: { name: "Minh" },
  });
});

test("a proof of identity in one session does not count in the person's other sessions", async () => {
  const { userId, sessionId } = await signedIn();
  await makeStale(userId);
  await markFresh(sessionId);
  const remove = viewerAction({ input: z.object({}), proof: "recent" }, async () => "done");
  expect(await remove(idle, formOf({}))).toMatchObject({ status: "done" });

  const { id: sid } = await makeSession(userId);
  await issueCookie({ sid, uid: userId });
  clock.advance(minutes(5));
  await markFresh(sessionId);
  expect(await remove(idle, formOf({}))).toMatchObject({ status: "refused", stepUp: ["password"] });
});

test("dangerous actions ask for a proof no older than five minutes, and accept it for five more", async () => {
  const { businessSlug, sessionId } = await signedIn();
  const run = vi.fn(async () => "done");
  const rotate = memberAction({ permission: "keys:write", input: z.object({}), proof: "recent" }, run);
  const remove = viewerAction({ input: z.object({}), proof: "recent" }, run);

  expect(await rotate(idle, formOf({ business: businessSlug }))).toMatchObject({ status: "done" });
  clock.advance(minutes(5));
  expect(await rotate(idle, formOf({ business: businessSlug }))).toMatchObject({
    status: "refused",
    stepUp: ["password"],
  });
  expect(await remove(idle, formOf({}))).toMatchObject({ status: "refused", stepUp: ["password"] });
  expect(run).toHaveBeenCalledTimes(1);

  await markFresh(sessionId);
  expect(await remove(idle, formOf({}))).toMatchObject({ status: "done" });
});

test("a user with a second factor is asked for it, never for the password alone", async () => {
  const { userId } = await signedIn();
  const { encryptedSeed } = await db.totpFactor.findUniqueOrThrow({
    where: { userId: (await makeConfirmedApp()).userId },
  });
  await db.totpFactor.create({ data: { userId, encryptedSeed, confirmedAt: clock.now() } });
  await makePasskey(userId);
  clock.advance(minutes(6));
  const state = await viewerAction({ input: z.object({}), proof: "recent" }, vi.fn())(idle, formOf({}));
  expect(state).toMatchObject({ stepUp: ["passkey", "code", "recoveryCode"] });
});

test("an invalid form gets its errors before it asks for a proof", async () => {
  await signedIn();
  clock.advance(minutes(6));
  const action = viewerAction(
    { input: z.object({ name: z.string().min(3, "auth.nameRequired") }), proof: "recent" },
    vi.fn(),
  );
  const state = await action(idle, formOf({ name: "" }));
  expect(state).toMatchObject({ status: "refused", fields: { name: expect.any(String) } });
  expect(state).not.toHaveProperty("stepUp");
});
