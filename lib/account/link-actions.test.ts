import { beforeEach, expect, test, vi } from "vitest";
import { GET } from "@/app/link/[place]/[token]/route";
import { db } from "@/lib/db";
import { idle } from "@/lib/form";
import { mailedToken } from "@/lib/testing/mailbox";
import { browser, formOf, freshBrowser } from "@/lib/testing/request";
import { makeUser, makeViewer } from "@/prisma/factories";
import { confirmEmailAction, forgotAction, resetPasswordAction, undoEmailAction } from "./actions";
import { requestEmailChange } from "./change-email";

vi.mock("next/headers", () => import("@/lib/testing/request"));
vi.mock("next-intl/server", () => import("@/lib/testing/request"));

beforeEach(freshBrowser);

const open = (place: string, token: string) =>
  GET(new Request("http://localhost:3000"), { params: Promise.resolve({ place, token }) });
const leadsTo = (answer: Promise<unknown>) => answer.catch((error: { digest?: string }) => error.digest?.split(";")[2]);
const links = () => db.mailLink.findMany({ orderBy: { fingerprint: "asc" } });

async function mailedReset() {
  const { email, id } = await makeUser();
  await forgotAction(idle, formOf({ email }));
  return { id, token: await mailedToken(email, "reset") };
}

test("opening a link, as scanners do, changes nothing, and leaves its token in no address", async () => {
  const { token } = await mailedReset();
  const before = await links();
  const answer = await open("reset", token);

  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe("/reset");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect([...browser.jar.values()].join()).not.toContain(token);
  expect(await links()).toEqual(before);
});

test("the browser that opened the link sets the password, once, and is not signed in by it", async () => {
  const { id, token } = await mailedReset();
  await open("reset", token);
  const password = formOf({ password: "con mèo trèo cây cau" });

  expect(await leadsTo(resetPasswordAction(idle, password))).toBe("/sign-in?reset=1");
  expect([...browser.jar.keys()]).toEqual([]);
  expect(await db.session.count({ where: { userId: id } })).toBe(0);
  expect(await resetPasswordAction(idle, password)).toMatchObject({ status: "refused" });
});

test("a link for one thing does no other", async () => {
  const viewer = await makeViewer();
  const address = `${viewer.userId}@new.example.com`;
  await requestEmailChange(viewer, address);
  const token = await mailedToken(address, "confirm-email");

  await open("undo-email", token);
  expect(await undoEmailAction(idle, formOf({}))).toMatchObject({ status: "refused" });
  expect(await confirmEmailAction(idle, formOf({}))).toMatchObject({ status: "refused" });
  await open("confirm-email", token);
  expect(await confirmEmailAction(idle, formOf({}))).toMatchObject({ status: "done" });
});

test.each([
  ["elsewhere", "a".repeat(43)],
  ["reset", "a".repeat(42)],
  ["reset", "../../console"],
  ["__proto__", "a".repeat(43)],
])("/link/%s/%s leads nowhere", async (place, token) => {
  expect((await open(place, token)).status).toBe(404);
  expect(browser.jar.size).toBe(0);
});
