import { afterEach, expect, test } from "vitest";
import { clock, days } from "@/lib/clock";
import { db } from "@/lib/db";
import { newId } from "@/lib/ids";
import { sweepLinks } from "@/lib/mail/links";
import { mailsTo } from "@/lib/testing/mailbox";
import { makeUser, makeViewer } from "@/prisma/factories";
import { requestEmailChange } from "./change-email";
import { requestReset } from "./reset-password";
import { signUp } from "./sign-up";
import { resendVerification } from "./verify-email";

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
