// @module-tag promise
import { beforeEach, expect, test, vi } from "vitest";
import { endSessions } from "@/lib/access/sessions/service";
import { clock, minutes } from "@/lib/platform/clock";
import { makeUser } from "@/prisma/factories";
import { browser, freshBrowser } from "@/testing/harness/request";
import { findViewer } from "./session";
import { findPendingSignIn, issueTicket, spendTicket } from "./ticket";

vi.mock("next/headers", () => import("@/testing/harness/request"));

beforeEach(() => {
  freshBrowser();
  clock.reset();
});

async function waiting() {
  const { id: userId } = await makeUser();
  await issueTicket({ userId, next: "/console" });
  return userId;
}

test("a ticket waits ten minutes for the second proof and grants nothing meanwhile", async () => {
  const userId = await waiting();
  expect(await findPendingSignIn()).toMatchObject({ userId, next: "/console" });
  expect(await findViewer()).toBeNull();
  clock.advance(minutes(10));
  expect(await findPendingSignIn()).toBeNull();
});

test("of fifty who use one ticket at once, one signs in", async () => {
  await waiting();
  const { id } = (await findPendingSignIn()) ?? { id: "" };
  const spent = await Promise.all(Array.from({ length: 50 }, () => spendTicket(id)));
  expect(spent.filter(Boolean)).toHaveLength(1);
  expect(await findPendingSignIn()).toBeNull();
});

test("ending all sessions also ends the sign-ins that wait", async () => {
  const userId = await waiting();
  await endSessions(userId);
  expect(await findPendingSignIn()).toBeNull();
});

test("a ticket can be neither read nor made by the browser", async () => {
  const userId = await waiting();
  const [name, value] = [...browser.jar.entries()][0] ?? ["", ""];
  expect(value).not.toContain(userId);
  browser.jar.set(name, `${value.slice(0, -8)}AAAAAAAA`);
  expect(await findPendingSignIn()).toBeNull();
});
