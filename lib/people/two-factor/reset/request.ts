import "server-only";
import { recordSignIn } from "@/lib/people/sign-in-log/record";
import type { FactorUser } from "@/lib/people/two-factor/prover";
import { minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { composeMail } from "@/lib/platform/mail/compose";
import { hasManyLinks, issueLink } from "@/lib/platform/mail/links";
import { queueMail } from "@/lib/platform/mail/send";
import { findWait, waitHours } from "./wait";

const linkMinutes = 60;

/** After a correct password: emails the link that starts the wait. Throws CONFLICT if one runs, TOO_MANY_ATTEMPTS. */
export async function requestReset({ userId, device }: FactorUser): Promise<void> {
  if (await findWait(userId)) throw new AppError("CONFLICT", { message: "twoFactor.reset.runs" });
  if (await hasManyLinks(userId, "reset_factors")) throw new AppError("TOO_MANY_ATTEMPTS");
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
