// @module-tag promise
import { afterEach, expect, test, vi } from "vitest";
import { businessNameSchema } from "@/lib/businesses/schema";
import { clock, days } from "@/lib/clock";
import { db } from "@/lib/db";
import { idle } from "@/lib/form";
import { newId } from "@/lib/ids";
import { composeMail } from "@/lib/mail/compose";
import { sweepLinks } from "@/lib/mail/links";
import { makeUser, makeViewer } from "@/prisma/factories";
import { mailsTo } from "@/testing/harness/mailbox";
import { formOf } from "@/testing/harness/request";
import { signUpAction } from "./actions";
import { requestEmailChange } from "./change-email";
import { requestReset } from "./reset-password";
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
