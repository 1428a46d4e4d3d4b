// @module-tag promise
import { beforeEach, expect, test, vi } from "vitest";
import { GET } from "@/app/link/[place]/[token]/route";
import { readLinkToken } from "@/lib/access/auth/link-cookie";
import { inviteMember } from "@/lib/businesses/members/invite";
import { db } from "@/lib/platform/db";
import { idle } from "@/lib/platform/form";
import { makeMember, makeUser, makeViewer } from "@/prisma/factories";
import { mailedToken } from "@/testing/harness/mailbox";
import { browser, formOf, freshBrowser } from "@/testing/harness/request";
import { confirmEmailAction, forgotAction, resetPasswordAction, undoEmailAction } from "./actions";
import { requestEmailChange } from "./change-email";
import { signUp } from "./sign-up";

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => import("@/testing/harness/request"));

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

test("opening a link, as scanners do, changes nothing, and leaves its token in no URL", async () => {
  const { token } = await mailedReset();
  const before = await links();
  const answer = await open("reset", token);

  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe("/reset");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect([...browser.jar.values()].join()).not.toContain(token);
  expect(await links()).toEqual(before);
});

test("the links that confirm an email and invite someone leave their tokens in no URL", async () => {
  const member = await makeMember();
  const email = `${member.userId}@invited.example.com`;
  await inviteMember(member, { email, role: "viewer" });
  const newcomer = { name: "Lan", businessName: "Sách", email: `new.${email}`, password: "con mèo trèo cây cau" };
  await signUp(newcomer, "vi");
  for (const [place, address] of [
    ["invitation", email],
    ["verify", newcomer.email],
  ] as const) {
    const token = await mailedToken(address, place);
    expect(token).toHaveLength(43);
    const answer = await open(place, token);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/${place}`]);
    expect([...browser.jar.values()].join()).not.toContain(token);
    expect(await readLinkToken(place)).toBe(token);
  }
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

test("a link for one purpose does not work for another", async () => {
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

test.each(["a".repeat(42), "../../console"])(
  "a link that was cut leads to its page, without a token: %s",
  async (token) => {
    const response = await open("reset", token);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/reset"]);
    expect(browser.jar.size).toBe(0);
  },
);

test.each([
  ["elsewhere", "a".repeat(43)],
  ["__proto__", "a".repeat(43)],
])("/link/%s/%s leads to the page for unknown URLs, without a token", async (place, token) => {
  const response = await open(place, token);
  expect([response.status, response.headers.get("location")]).toEqual([303, "/link/unknown"]);
  expect(browser.jar.size).toBe(0);
});
