import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { findDemand, setTwoFactorRule } from "@/lib/businesses/members/two-factor-rule";
import { db } from "@/lib/platform/db";
import { idle } from "@/lib/platform/form";
import { makeKey, makeMember, makeViewer } from "@/prisma/factories";
import { sessionCookieOf } from "@/testing/harness/console-walk";
import { findLiveKey } from "@/testing/harness/find-live-key";
import { browser, formOf, freshBrowser } from "@/testing/harness/request";
import { memberAction } from "./actions";
import { findRouteMember, requireMember } from "./session";

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => import("@/testing/harness/request"));

beforeEach(freshBrowser);

type Person = { userId: string; sessionId: string };

const comesAs = async (person: Person) => {
  const [name = "", value = ""] = (await sessionCookieOf(person)).split("=");
  browser.jar.set(name, value);
};

const addSecondFactor = ({ userId }: Person) =>
  db.totpFactor.create({ data: { userId, encryptedSeed: "sealed", confirmedAt: new Date() } });

const act = memberAction({ permission: "business:read", input: z.object({}), proof: "none" }, async () => "did");

const leadsTo = (opening: Promise<unknown>) =>
  opening.then(
    () => "in",
    ({ digest }) => digest.split(";")[2],
  );

test("a member without a second factor is redirected to add one before anything else there, and accepted once they have", async () => {
  const owner = await makeMember();
  const member = await makeMember({ role: "developer", businessId: owner.businessId });
  await addSecondFactor(owner);
  await setTwoFactorRule(owner, true);

  await comesAs(member);
  const form = formOf({ business: owner.businessSlug });
  expect(await leadsTo(requireMember(owner.businessSlug))).toBe(`/account/security?business=${owner.businessSlug}`);
  expect(await act(idle, form)).toMatchObject({ status: "refused", message: expect.stringContaining("hai lớp") });
  expect(await findRouteMember(owner.businessSlug)).toBeNull();

  await addSecondFactor(member);
  expect(await leadsTo(requireMember(owner.businessSlug))).toBe("in");
  expect(await act(idle, form)).toMatchObject({ status: "done" });
});

test("others learn nothing of the rule, and other businesses are as open as before", async () => {
  const owner = await makeMember();
  const outsider = await makeMember();
  await addSecondFactor(owner);
  await setTwoFactorRule(owner, true);
  await comesAs(outsider);
  expect(await findRouteMember(owner.businessSlug)).toBeNull();
  expect(await leadsTo(requireMember(outsider.businessSlug))).toBe("in");
});

test("the page of the redirect names the business that requires it, to its members alone", async () => {
  const owner = await makeMember({ name: "Công ty Sách Nói" });
  await addSecondFactor(owner);
  await setTwoFactorRule(owner, true);
  const [member, outsider] = [await makeViewer({ userId: owner.userId }), await makeViewer()];
  expect(await findDemand(member, owner.businessSlug)).toMatchObject({ name: "Công ty Sách Nói" });
  for (const slug of [owner.businessSlug, "khong-co", "\0"]) expect(await findDemand(outsider, slug)).toBeNull();
});

test("API keys do not require a second factor", async () => {
  const owner = await makeMember();
  const secret = await makeKey(owner);
  await addSecondFactor(owner);
  await setTwoFactorRule(owner, true);
  expect(await findLiveKey(secret)).toMatchObject({ businessId: owner.businessId });
});

test("only someone who has a second factor can require it, and only an owner or an admin", async () => {
  const owner = await makeMember();
  const developer = await makeMember({ role: "developer", businessId: owner.businessId });
  await expect(setTwoFactorRule(owner, true)).rejects.toMatchObject({ details: { message: "members.twoFactorFirst" } });
  await addSecondFactor(developer);
  await expect(setTwoFactorRule(developer, true)).rejects.toMatchObject({ code: "FORBIDDEN" });
});
