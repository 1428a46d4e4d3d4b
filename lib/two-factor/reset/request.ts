import "server-only";
import { minutes } from "@/lib/clock";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import { composeMail } from "@/lib/mail/compose";
import { hasManyLinks, issueLink } from "@/lib/mail/links";
import { queueMail } from "@/lib/mail/send";
import { recordSignIn } from "@/lib/sign-in-log/record";
import type { Prover } from "../prover";
import { findWait, waitHours } from "./wait";

const linkMinutes = 60;

/**
 * For someone whose password was right and who has lost every second factor: mails them the link that starts the wait.
 * Throws CONFLICT when one runs, TOO_MANY_ATTEMPTS when many links were mailed in this hour.
 */
export async function requestReset({ userId, device }: Prover): Promise<void> {
  if (await findWait(userId)) throw new Refusal("CONFLICT", { message: "twoFactor.reset.runs" });
  if (await hasManyLinks(userId, "reset_factors")) throw new Refusal("TOO_MANY_ATTEMPTS");
  const { email, name, locale } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true, locale: true },
  });
  const token = await issueLink(db, { userId, purpose: "reset_factors", lifeMs: minutes(linkMinutes) });
  await recordSignIn({ userId, result: "reset_asked", method: "password", device });
  const link = `${env.url}/link/reset-factors/${token}`;
  const values = { name, link, minutes: linkMinutes, hours: waitHours };
  queueMail({ to: email, ...composeMail(locale, "factorResetAsked", values) });
}
