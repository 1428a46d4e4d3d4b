import "server-only";
import { z } from "zod";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import { composeMail } from "@/lib/mail/compose";
import { getLink, spendLink, voidLinks } from "@/lib/mail/links";
import { postMail } from "@/lib/mail/post";
import { endSessions } from "@/lib/sessions/service";
import { lockFactors } from "@/lib/two-factor/last-factor";
import { endWait } from "@/lib/two-factor/reset/cancel";
import { nowhere } from "@/lib/two-factor/reset/record";
import { refuseTaken } from "./change-email";

const undoSchema = z.object({ email: z.string() });

/**
 * Brings an account back to the address it was moved from. Whoever moved it may know the password and has mail sent to
 * later addresses: every session ends, the password must be reset, and links mailed since then work no more. Links that
 * undo earlier moves stay good, so that a thief who moves it twice cannot shake off its owner.
 * Throws NOT_FOUND for a dead link, CONFLICT when someone else has the address by now.
 */
export async function undoEmailChange(token: string): Promise<void> {
  const { userId } = await getLink("undo_email", token);
  await db
    .$transaction(async (tx) => {
      await lockFactors(tx, userId);
      const { detail, createdAt } = await spendLink(tx, "undo_email", token);
      const { email } = undoSchema.parse(detail);
      const holder = await tx.user.findUnique({ where: { email }, select: { id: true } });
      if (holder && holder.id !== userId) throw new Refusal("CONFLICT", { message: "account.email.taken" });
      await endWait(tx, userId, { method: "mail_link", device: nowhere });
      await voidLinks(tx, userId, ["undo_email"], createdAt);
      await voidLinks(tx, userId, ["reset_password", "verify_email", "not_me"]);
      await endSessions(userId, { tx });
      const { name, locale } = await tx.user.update({
        where: { id: userId },
        data: { email, mustResetPassword: true },
        select: { name: true, locale: true },
      });
      const link = `${env.url}/forgot`;
      await postMail(tx, { to: email, ...composeMail(locale, "emailRestored", { name, link }) });
    })
    .catch(refuseTaken);
}
