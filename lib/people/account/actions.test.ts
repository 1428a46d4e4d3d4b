// @module-tag promise
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signOut } from "@/lib/access/auth/sign-out";
import { db } from "@/lib/platform/db";
import { idle } from "@/lib/platform/form";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { listKeptMails } from "@/lib/platform/mail/dev-mailbox";
import { makeUser } from "@/prisma/factories";
import { mailIsSent } from "@/testing/harness/mailbox";
import { browser, formOf, freshBrowser } from "@/testing/harness/request";
import { resetPasswordAction, signInAction, signUpAction, verifyEmailAction } from "./actions";

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => import("@/testing/harness/request"));

const levels = ["debug", "info", "warn", "error"] as const;
const lines: unknown[] = [];

beforeEach(() => {
  freshBrowser();
  lines.length = 0;
  for (const level of levels) vi.spyOn(log, level).mockImplementation((...line: unknown[]) => void lines.push(line));
});
afterEach(() => vi.restoreAllMocks());

const password = "con mèo trèo cây cau";
const session = "next-auth.session-token";
const newcomer = () => ({ name: "Minh", businessName: "Sách Nói", email: `${newId("user")}@example.com`, password });

/** Where an action redirects the browser. */
const leadsTo = (answer: Promise<unknown>) =>
  answer.then(
    (state) => state,
    (error: { digest?: string }) => error.digest?.split(";")[2],
  );

async function signUpAndReadToken(person: ReturnType<typeof newcomer>) {
  await leadsTo(signUpAction(idle, formOf(person)));
  await mailIsSent();
  const mail = (await listKeptMails()).find(({ to }) => to === person.email);
  return /\/link\/verify\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
}

test("the browser that signed up is signed in by its confirmation and lands in the playground", async () => {
  const token = await signUpAndReadToken(newcomer());
  expect(browser.jar.has(session)).toBe(false);

  expect(await leadsTo(verifyEmailAction(idle, formOf({ token })))).toMatch(/^\/console\/sach-noi[\w-]*\/playground$/);
  expect([...browser.jar.keys()].sort()).toEqual([session, "vang.device"]);
});

test("another browser that confirms is not signed in", async () => {
  const token = await signUpAndReadToken(newcomer());
  freshBrowser();

  expect(await leadsTo(verifyEmailAction(idle, formOf({ token })))).toBe("/sign-in?verified=1");
  expect(browser.jar.has(session)).toBe(false);
});

test("a user whose email another sign-up also used is signed in only by a password chosen then", async () => {
  const person = newcomer();
  const token = await signUpAndReadToken(person);
  const owners = new Map(browser.jar);
  freshBrowser();
  await leadsTo(signUpAction(idle, formOf({ ...person, password: "mật khẩu của kẻ xấu" })));
  browser.jar = owners;

  expect(await leadsTo(verifyEmailAction(idle, formOf({ token })))).toBe("/reset?contested=1");
  expect(browser.jar.has(session)).toBe(false);
  expect(await leadsTo(resetPasswordAction(idle, formOf({ password: "trăng lên đỉnh núi" })))).toBe("/sign-in?reset=1");
  const signIn = (typed: string) => leadsTo(signInAction(idle, formOf({ ...person, password: typed })));
  expect(await signIn("mật khẩu của kẻ xấu")).toMatchObject({ status: "refused" });
  expect(await signIn("trăng lên đỉnh núi")).toBe("/console");
});

test("a taken email gives the browser the same response as a new one, and signs no one in", async () => {
  const seen = async (email: string) => {
    freshBrowser();
    const place = await leadsTo(signUpAction(idle, formOf({ ...newcomer(), email })));
    return { place, cookies: [...browser.jar].map(([name, value]) => [name, value.length]) };
  };
  const owner = await makeUser();
  const taken = await seen(owner.email);

  expect(taken).toEqual(await seen(newcomer().email));
  expect(taken).toMatchObject({ place: "/sign-up/check-mail" });
  expect(await db.session.count({ where: { userId: owner.id } })).toBe(0);
});

test("signing out ends the row, not only the cookie", async () => {
  const token = await signUpAndReadToken(newcomer());
  await leadsTo(verifyEmailAction(idle, formOf({ token })));
  const copy = browser.jar.get(session) ?? "";

  await signOut();
  expect(browser.jar.has(session)).toBe(false);

  const { findViewer } = await import("@/lib/access/auth/session");
  browser.jar.set(session, copy);
  expect(await findViewer()).toBeNull();
});

test("signing in again creates a new session, whatever cookie the browser sent, and ends the previous one", async () => {
  const person = newcomer();
  await leadsTo(verifyEmailAction(idle, formOf({ token: await signUpAndReadToken(person) })));
  const before = browser.jar.get(session) ?? "";
  await leadsTo(signInAction(idle, formOf({ ...person, next: "/console" })));
  const after = browser.jar.get(session) ?? "";

  const { findViewer } = await import("@/lib/access/auth/session");
  expect(await findViewer()).toMatchObject({ email: person.email });
  browser.jar.set(session, before);
  expect(after).not.toBe(before);
  expect(await findViewer()).toBeNull();
});

test("signing in continues to a path of ours, never to another site", async () => {
  const person = newcomer();
  await leadsTo(verifyEmailAction(idle, formOf({ token: await signUpAndReadToken(person) })));
  const signIn = (next: string) => leadsTo(signInAction(idle, formOf({ ...person, next })));

  expect(await signIn("/console/sach-noi/keys")).toBe("/console/sach-noi/keys");
  expect(await signIn("//evil.example")).toBe("/console");
});

test("no password reaches a form's state or a line of the log", async () => {
  const person = newcomer();
  const states = [
    await signUpAction(idle, formOf({ ...person, email: "không phải" })),
    await leadsTo(signUpAction(idle, formOf(person))),
    await signInAction(idle, formOf(person)),
    await signInAction(idle, formOf({ ...person, email: "khong-co-ai@example.com" })),
  ];
  await mailIsSent();

  expect(states[0]).toMatchObject({ status: "refused", values: { name: "Minh" } });
  expect(states[2]).toMatchObject({ status: "refused", values: { email: person.email } });
  expect(JSON.stringify([states, lines])).not.toContain("mèo");
});
