// @module-tag promise
// @module-tag slow
import { afterEach, expect, test, vi } from "vitest";
import { inviteMember, listInvitations, resendInvitation } from "@/lib/businesses/members/invite";
import { findOffer, offerOwnership } from "@/lib/businesses/members/ownership";
import { businessNameSchema } from "@/lib/businesses/schema";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { idle } from "@/lib/platform/form";
import { newId } from "@/lib/platform/ids";
import { composeMail } from "@/lib/platform/mail/compose";
import { sweepLinks } from "@/lib/platform/mail/links";
import { makeMember, makeUser, makeViewer } from "@/prisma/factories";
import { mailsTo } from "@/testing/harness/mailbox";
import { formOf } from "@/testing/harness/request";
import { signUpAction } from "./actions";
import { requestEmailChange } from "./change-email";
import { requestReset } from "./new-password";
import { signUpSchema } from "./schema";
import { signUp } from "./sign-up";
import { resendVerification } from "./verify-email";

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => import("@/testing/harness/request"));

afterEach(clock.reset);

const outsider = { name: "Kẻ Lạ", businessName: "Sách", password: "con mèo trèo cây cau" };

/** What anonymous clients can send to a mailbox, without a limit of their own. */
const ways: Record<string, (email: string) => Promise<unknown>> = {
  "sign-ups": (email) => signUp({ ...outsider, email }, "vi"),
  "wishes to have its address": async (email) => requestEmailChange(await makeViewer(), email),
  "forgotten passwords": (email) => requestReset(email, newId("request")),
  resends: resendVerification,
};

/** By members and accounts of any number of businesses; each of them alone is within its own limit. */
const waysOfAccounts: Record<string, (email: string) => Promise<unknown>> = {
  invitations: async (email) => inviteMember(await makeMember(), { email, role: "viewer" }),
  "invitations that are sent again": async (email) => {
    const member = await makeMember();
    await inviteMember(member, { email, role: "viewer" });
    const [{ id = "" } = {}] = await listInvitations(member);
    await resendInvitation(member, id);
  },
  "sign-ups": (email) => signUp({ ...outsider, email }, "vi"),
  "wishes to have its address": async (email) => requestEmailChange(await makeViewer(), email),
};

test.each(Object.entries(waysOfAccounts))(
  "no one can fill the mailbox of someone without an account by %s, also under tags of its address",
  async (_, ask) => {
    const name = newId("user");
    const addresses = Array.from({ length: 8 }, (_, tag) => `${name}${tag < 4 ? "" : `+${tag}`}@example.com`);
    for (const email of addresses) await ask(email).catch(({ code }) => expect(code).toBe("TOO_MANY_ATTEMPTS"));
    const mails = await Promise.all([...new Set(addresses)].map(mailsTo));
    expect(mails.flat().length).toBeGreaterThan(0);
    expect(mails.flat().length).toBeLessThanOrEqual(5);
  },
  30_000,
);

test("an invitation that would be one email too many says so, and is not listed; offers of ownership stay in the console", async () => {
  const { email, id: userId } = await makeUser();
  for (let count = 0; count < 5; count++) await inviteMember(await makeMember(), { email, role: "viewer" });
  const member = await makeMember();
  await expect(inviteMember(member, { email, role: "viewer" })).rejects.toMatchObject({
    code: "TOO_MANY_ATTEMPTS",
    details: { message: "members.mailboxFull", param: "email" },
  });
  expect(await listInvitations(member)).toEqual([]);
  await makeMember({ businessId: member.businessId, userId, role: "admin" });
  await offerOwnership(member, { userId, shared: true });
  expect((await findOffer(member))?.to.id).toBe(userId);
  expect(await mailsTo(email)).toHaveLength(5);
});

test("emails that others trigger do not keep the owner of a mailbox from confirming it", async () => {
  const email = `${newId("user")}@example.com`;
  for (let count = 0; count < 5; count++) await inviteMember(await makeMember(), { email, role: "viewer" });
  await signUp({ ...outsider, email }, "vi");
  expect((await mailsTo(email))[0]?.text).toContain("/link/verify/");
});

test.each(Object.entries(ways))(
  "no one can fill another's mailbox by %s",
  async (_, ask) => {
    for (const emailVerifiedAt of [undefined, null]) {
      const { email } = await makeUser({ emailVerifiedAt });
      for (let count = 0; count < 8; count++) await ask(email);
      expect((await mailsTo(email)).length).toBeLessThanOrEqual(5);
    }
  },
  30_000,
);

test("a link and its email are deleted a week after it expired", async () => {
  const viewer = await makeViewer();
  await requestEmailChange(viewer, `${viewer.userId}@new.example.com`);
  clock.advance(days(8) - 1000);
  await sweepLinks();
  expect(await db.mailLink.count({ where: { userId: viewer.userId } })).toBe(1);
  clock.advance(2000);
  await sweepLinks();
  expect(await db.mailLink.count({ where: { userId: viewer.userId } })).toBe(0);
});

test.each(["http://evil.example", "Xem ngay www.qua-tang", "evil.example", "EVIL．example", "evil。example", "a@b.vn"])(
  "%j is rejected as a name, because email programs make a link of it",
  (name) => {
    const person = { ...outsider, email: "lan@example.com", name: "Lan", businessName: "Sách" };
    expect(signUpSchema.safeParse({ ...person, name }).success).toBe(false);
    expect(signUpSchema.safeParse({ ...person, businessName: name }).success).toBe(false);
    expect(businessNameSchema.safeParse({ name }).success).toBe(false);
  },
);

test.each(["Công ty TNHH A.B.C", "Nguyễn V. Đức", "Sách 2.0", "St. John", "Dr. O'Neil – 24/7"])(
  "%j is a name",
  (name) => {
    expect(businessNameSchema.safeParse({ name }).success).toBe(true);
  },
);

test("a name from before that rule makes no link in an email", () => {
  const values = {
    business: "https://evil.example/a",
    inviter: "www.evil.example",
    link: "https://vang.example/x",
    days: 7,
  };
  const { text, subject } = composeMail("vi", "invitation", values);
  expect(`${subject} ${text}`.match(/https?:\/\/\S+|\S+\.example/g)).toEqual(["https://vang.example/x"]);
});

test("one network triggers at most 20 emails an hour by signing up, whichever addresses it enters", async () => {
  const outcomes = [];
  for (let count = 0; count < 24; count++) {
    const form = formOf({ ...outsider, email: `${newId("user")}@example.com` });
    outcomes.push(await signUpAction(idle, form).catch(() => "mailed"));
  }
  expect(outcomes.filter((outcome) => outcome === "mailed")).toHaveLength(20);
}, 60_000);
