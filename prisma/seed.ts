import "server-only";
import { createBusiness } from "@/lib/businesses/service";
import { grantWelcomeCredit, openWallet } from "@/lib/money/wallet/accounts";
import { hashPassword } from "@/lib/people/account/password";
import { clock } from "@/lib/platform/clock";
import { randomText } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { mailboxOf } from "@/lib/platform/mail/mailbox";
import type { DemoSignIn } from "@/lib/server/banner";

const email = "demo@vang.local";

/** Creates a demo member of a demo business in a database without people; otherwise does nothing. */
export async function seedDemo(): Promise<DemoSignIn | undefined> {
  if ((await db.user.count()) > 0) return undefined;
  const password = randomText(16, "abcdefghjkmnpqrstuvwxyz23456789");
  const user = { id: newId("user"), email, name: "Nguyễn Minh Anh", passwordHash: await hashPassword(password) };
  await db.$transaction(async (tx) => {
    await tx.user.create({ data: { ...user, emailVerifiedAt: clock.now() } });
    const business = await createBusiness(tx, { ownerId: user.id, name: "Công ty Sách Nói Demo" });
    await openWallet(tx, business.id);
    await grantWelcomeCredit(tx, business.id, mailboxOf(user.email));
  });
  return { email, password };
}
