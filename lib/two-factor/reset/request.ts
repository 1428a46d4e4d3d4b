import "server-only";
import { minutes } from "@/lib/clock";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { composeMail } from "@/lib/mail/compose";
import { hasManyLinks, issueLink } from "@/lib/mail/links";
import { queueMail } from "@/lib/mail/send";
import { recordSignIn } from "@/lib/sign-in-log/record";
import type { FactorUser } from "../prover";
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
