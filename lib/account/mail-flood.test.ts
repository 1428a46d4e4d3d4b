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

const stranger = { name: "Kẻ Lạ", businessName: "Sách", password: "con mèo trèo cây cau" };

/** What strangers can do to a mailbox, each as often as they like. */
const ways: Record<string, (email: string) => Promise<unknown>> = {
  "sign-ups": (email) => signUp({ ...stranger, email }, "vi"),
  "wishes to have its address": async (email) => requestEmailChange(await makeViewer(), email),
  "forgotten passwords": (email) => requestReset(email, newId("request")),
  resends: resendVerification,
};

test.each(Object.entries(ways))(
  "nobody fills another's mailbox by %s",
  async (_, ask) => {
    for (const emailVerifiedAt of [undefined, null]) {
      const { email } = await makeUser({ emailVerifiedAt });
      for (let count = 0; count < 8; count++) await ask(email);
      expect((await mailsTo(email)).length).toBeLessThanOrEqual(5);
    }
  },
  30_000,
);

test("a link is forgotten a week after it went dead, with the address it names", async () => {
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
  "%j is no name for a person or a business, for mail programs make a link of it",
  (name) => {
    const person = { ...stranger, email: "lan@example.com", name: "Lan", businessName: "Sách" };
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

test("a name from before that rule makes no link in a mail", () => {
  const values = {
    business: "https://evil.example/a",
    inviter: "www.evil.example",
    link: "https://vang.example/x",
    days: 7,
  };
  const { text, subject } = composeMail("vi", "invitation", values);
  expect(`${subject} ${text}`.match(/https?:\/\/\S+|\S+\.example/g)).toEqual(["https://vang.example/x"]);
});

test("one place has 20 mails an hour sent by signing up, whomever it names", async () => {
  const outcomes = [];
  for (let count = 0; count < 24; count++) {
    const form = formOf({ ...stranger, email: `${newId("user")}@example.com` });
    outcomes.push(await signUpAction(idle, form).catch(() => "mailed"));
  }
  expect(outcomes.filter((outcome) => outcome === "mailed")).toHaveLength(20);
}, 60_000);
