import { expect, test } from "vitest";
import { newId } from "@/lib/ids";
import { mailsTo } from "@/lib/testing/mailbox";
import { makeUser, makeViewer } from "@/prisma/factories";
import { requestEmailChange } from "./change-email";
import { requestReset } from "./reset-password";
import { signUp } from "./sign-up";
import { resendVerification } from "./verify-email";

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
