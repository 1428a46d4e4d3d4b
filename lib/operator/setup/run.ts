import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import type { ProviderName } from "@/lib/money/bank/notifications/provider";
import { providers } from "@/lib/money/bank/notifications/providers";
import { clock, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Locale } from "@/lib/platform/i18n/locale";
import { composeMail } from "@/lib/platform/mail/compose";
import { sendMail } from "@/lib/platform/mail/send";
import type { SetupTest } from "./schema";

/** Emails the operator, or sends our public address a signed notification of no transfer. Throws StaffError. */
export async function testSetup(operator: Operator, what: SetupTest, locale: Locale): Promise<void> {
  requireOperatorRight(operator, "manage");
  const failure = what === "mail" ? await mailOnce(operator.email, locale) : await notifyOnce(what);
  const about = { test: what, result: failure ?? "ok" };
  await db.$transaction((tx) =>
    recordPlatformAct(tx, operator, { action: "setup.tested", businessId: null, reason: "", about }),
  );
  if (failure) throw new StaffError("operator.errors.testFailed", { reason: failure });
}

const longest = 300;

/** Returns why it failed; null if the server has accepted it. */
async function mailOnce(to: string, locale: Locale): Promise<string | null> {
  const link = `${env.url}/operator/setup`;
  try {
    await sendMail({ to, ...composeMail(locale, "setupTest", { link }) });
    return null;
  } catch (error) {
    return (error as Error).message.slice(0, longest);
  }
}

const waitMs = seconds(8);
const pauseMs = 250;

/** Returns why it failed; null once a worker has processed it. */
async function notifyOnce(provider: ProviderName): Promise<string | null> {
  const sentAt = clock.now();
  const call = providers[provider].testCall(env, sentAt);
  if (!call) return "no secret is set";
  const answer = await post(`${env.url}/bank/${provider}`, call);
  if (answer !== 200) return typeof answer === "string" ? answer : `the public address responded with ${answer}`;
  const where = { provider, receivedAt: { gte: sentAt }, status: { not: "rejected" } };
  const orderBy = { receivedAt: "asc" } as const;
  for (let waited = 0; waited < waitMs; waited += pauseMs) {
    const stored = await db.bankNotification.findFirst({ where, orderBy, select: { status: true, reason: true } });
    if (stored?.status === "done") return null;
    if (stored?.status === "unrecorded") return stored.reason;
    await sleep(pauseMs);
  }
  return "it was stored, but no worker has processed it";
}

async function post(url: string, { headers, body }: { headers: Record<string, string>; body: string }) {
  const signal = AbortSignal.timeout(seconds(10));
  try {
    const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? name;
  }
}
