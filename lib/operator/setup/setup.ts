import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { recordPlatformAct, StaffError, staffChain } from "@/lib/access/audit/platform-acts";
import { listMovers, type Mover, whyNotTwo } from "@/lib/access/movers";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { type StaffRole, staffRoles } from "@/lib/access/principals/roles";
import { secondFactorOf } from "@/lib/access/sessions/second-factor";
import { hasNaturalVoices } from "@/lib/engines/catalogue";
import { installedReady } from "@/lib/engines/providers/registry";
import { type ProviderName, providerNames } from "@/lib/money/bank/notifications/provider";
import { isSetUp, providers } from "@/lib/money/bank/notifications/providers";
import { readTaxCode } from "@/lib/money/invoices/details/tax-code";
import { clock, seconds } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Locale } from "@/lib/platform/i18n/locale";
import { composeMail } from "@/lib/platform/mail/compose";
import { sendMail } from "@/lib/platform/mail/send";
import { supportContacts } from "@/lib/platform/mail/support";
import { type SetupPart, type SetupState, type SetupTest, setupParts, setupTests } from "./schema";

export type LastTest = { at: Date; isOk: boolean; result: string };

export type SetupRow = {
  part: SetupPart;
  state: SetupState;
  settings: readonly string[];
  /** What is set, or what happened with it last; never a secret. */
  value: string | null;
  /** What is wrong with it, as a message under `operator.setup.warnings`. */
  warning: "taxCode" | "rejected" | "dead" | "alone" | "notTwo" | null;
  test: SetupTest | null;
  lastTest: LastTest | null;
  /** When a provider's notification was last verified. */
  lastVerified: Date | null;
};

const settings: Record<SetupPart, readonly string[]> = {
  staff: [],
  approver: [],
  address: ["VANG_URL"],
  seller: ["SELLER_NAME", "SELLER_TAX_CODE", "SELLER_ADDRESS"],
  accounts: ["BANK_ACCOUNTS", "BANK_VIRTUAL_ACCOUNTS"],
  sepay: ["SEPAY_WEBHOOK_SECRETS", "SEPAY_API_KEYS"],
  casso: ["CASSO_CHECKSUM_KEYS"],
  payos: ["PAYOS_CHECKSUM_KEYS"],
  mail: ["SMTP_URL", "MAIL_FROM"],
  support: ["SUPPORT_EMAIL", "SUPPORT_URL"],
  voice: [],
};

type Found = Pick<SetupRow, "state"> & Partial<Pick<SetupRow, "value" | "warning" | "lastVerified">>;

/** What a new installation needs: what is set, what is lacking, and how its last test ended. */
export async function listSetup(operator: Operator): Promise<SetupRow[]> {
  requireOperatorRight(operator, "read");
  const [staff, movers, reports, tested, deadMail] = await Promise.all([
    sql<{ role: StaffRole; count: number }>("setup-staff", staffQuery, []),
    listMovers(),
    sql<Reports & { provider: string }>("setup-reports", reportsQuery, []),
    sql<{ test: string; at: Date; result: string }>("setup-tests", testsQuery, []),
    sql<{ count: number }>("setup-mail", deadMailQuery, []),
  ]);
  await installedReady();
  const people = new Map(staff.map(({ role, count }) => [role, count]));
  const anyProvider = providerNames.some(isSetUp);
  const isMailDead = (deadMail[0]?.count ?? 0) > 0;
  const contacts = supportContacts().map(({ text }) => text);
  const found: Record<SetupPart, Found> = {
    staff: {
      state: people.get("admin") ? "ready" : "missing",
      value: staffRoles.flatMap((role) => (people.get(role) ? [`${people.get(role)} ${role}`] : [])).join(", "),
    },
    approver: await approverPart(movers),
    address: { state: env.isLocal ? "example" : "ready", value: env.url },
    seller: sellerPart(),
    accounts: accountsPart(),
    ...(Object.fromEntries(
      providerNames.map((name) => [
        name,
        providerPart(
          name,
          anyProvider,
          reports.find(({ provider }) => provider === name),
        ),
      ]),
    ) as Record<ProviderName, Found>),
    mail: env.SMTP_URL
      ? { state: isMailDead ? "failing" : "ready", value: env.MAIL_FROM, warning: isMailDead ? "dead" : null }
      : { state: env.isLocal ? "example" : "missing", value: env.MAIL_FROM },
    support: { state: contacts.length > 0 ? "ready" : "missing", value: contacts.join(", ") },
    voice: { state: hasNaturalVoices() ? "ready" : "optional" },
  };
  return setupParts.map((part) => {
    const test = setupTests.find((name) => name === part) ?? null;
    const last = tested.find((row) => row.test === test);
    const lastTest = last ? { at: last.at, result: last.result, isOk: last.result === "ok" } : null;
    const { state, value = null, warning = null, lastVerified = null } = found[part];
    const isFailing = state === "ready" && lastTest !== null && !lastTest.isOk;
    const isTestable = test !== null && (state === "ready" || state === "failing" || part === "mail");
    return {
      part,
      settings: settings[part],
      value,
      warning,
      lastVerified,
      lastTest,
      state: isFailing ? "failing" : state,
      test: isTestable ? test : null,
    };
  });
}

const staffQuery = `SELECT s.role, count(*)::int AS count FROM staff_members s JOIN users u ON u.id = s.user_id
    WHERE ${secondFactorOf("u.id")} GROUP BY s.role`;

const reportsQuery = `SELECT provider, max(received_at) FILTER (WHERE status <> 'rejected') AS "lastVerified",
      max(received_at) FILTER (WHERE status = 'rejected') AS "lastRejected"
    FROM bank_notifications GROUP BY provider`;

const testsQuery = `SELECT DISTINCT ON (after ->> 'test') after ->> 'test' AS test, at, after ->> 'result' AS result
    FROM audit_events WHERE business_id = '${staffChain}' AND action = 'setup.tested'
    ORDER BY after ->> 'test', sequence DESC`;

const deadMailQuery = "SELECT count(*)::int AS count FROM outbox_messages WHERE kind = 'email' AND state = 'dead'";

async function approverPart(movers: readonly Mover[]): Promise<Found> {
  if (env.SECOND_PERSON === "off") return { state: "optional", value: "SECOND_PERSON=off", warning: "alone" };
  const value = `${movers.length} / 2`;
  if (movers.length < 2) return { state: "missing", value };
  let warning: SetupRow["warning"] = null;
  for (const [index, one] of movers.entries())
    for (const other of movers.slice(index + 1)) {
      const doubt = await whyNotTwo(db, one, other);
      if (!doubt) return { state: "ready" };
      if (doubt === "sameGrantor") warning = "notTwo";
    }
  return { state: "missing", value, warning };
}

function sellerPart(): Found {
  const { seller } = env;
  if (!seller) return { state: "missing" };
  const value = `${seller.legalName}, ${seller.taxCode}`;
  if (env.isDemoSeller) return { state: "example", value };
  return { state: "ready", value, warning: readTaxCode(seller.taxCode)?.isDoubtful === false ? null : "taxCode" };
}

function accountsPart(): Found {
  const virtual = (main: string) =>
    env.BANK_VIRTUAL_ACCOUNTS.filter((pair) => pair.main === main).map((pair) => ` = ${pair.virtual}`);
  const value = env.BANK_ACCOUNTS.map(
    ({ bin, number, holder }) => `${bin} ${number}${virtual(number).join("")} ${holder}`,
  ).join("; ");
  if (env.BANK_ACCOUNTS.length === 0) return { state: "missing" };
  return { state: env.isDemoAccount ? "example" : "ready", value };
}

type Reports = { lastVerified: Date | null; lastRejected: Date | null };

function providerPart(name: ProviderName, anyProvider: boolean, reports: Reports | undefined): Found {
  const lastVerified = reports?.lastVerified ?? null;
  if (!isSetUp(name)) return { state: anyProvider ? "optional" : "missing", lastVerified };
  // Anyone can send a forged one, so a rejection alone says nothing while verified ones arrive.
  const isRejected = reports?.lastRejected && !lastVerified;
  return { state: "ready", lastVerified, warning: isRejected ? "rejected" : null };
}

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
