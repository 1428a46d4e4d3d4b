import "server-only";
import { isDeclared } from "@/lib/money/bank/transfers/accounts";
import { OtherContent } from "@/lib/money/bank/transfers/find-same";
import { type RecordedTransfer, recordBankTransfer } from "@/lib/money/bank/transfers/record";
import type { BankReport } from "@/lib/money/bank/transfers/report";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { failpoint } from "@/lib/platform/failpoint";
import { log } from "@/lib/platform/log";
import type { Provider } from "./provider";
import { providers } from "./providers";
import { notificationContext } from "./receive-notification";
import { sepayList } from "./sepay";
import { Unreadable } from "./values";

type Row = { id: string; provider: string; encryptedBody: string; contentType: string; attempts: number };

const sources: Record<string, Pick<Provider, "parse">> = { ...providers, sepay_list: sepayList };

/** The account may be added to the settings: tried again until the notification is deleted. */
export const unknownAccount = "the account is not one of ours";
const retryUnknownMs = minutes(5);
const maxPauseMs = minutes(5);

/** Records and credits what arrived, one notification after the other. Any number of processes may do so at once. */
export async function settleNotifications(): Promise<void> {
  while (await settleNext());
}

/** Returns whether there was one. */
async function settleNext(): Promise<boolean> {
  let taken: Row | undefined;
  try {
    await db.$transaction(async (tx) => {
      taken = await takeNext(tx);
      if (taken) await settle(tx, taken);
    });
    failpoint("settled");
  } catch (error) {
    if (!taken) throw error;
    await postpone(taken, error as Error);
  }
  return taken !== undefined;
}

async function takeNext(tx: Transaction): Promise<Row | undefined> {
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT id, provider, encrypted_body AS "encryptedBody", content_type AS "contentType", attempts
    FROM bank_notifications WHERE status = 'pending' AND due_at <= ${clock.now()}
    ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return row;
}

async function settle(tx: Transaction, row: Row): Promise<void> {
  const reports = await read(row);
  if (reports instanceof Unreadable) return setAside(tx, row, reports.message);
  for (const { accountNumber } of reports)
    if (!(await isOurs(tx, accountNumber))) return setAside(tx, row, unknownAccount);
  const recorded = await record(tx, reports, row.id);
  if (recorded instanceof OtherContent) return setAside(tx, row, recorded.message);
  await tx.bankNotification.update({
    where: { id: row.id },
    data: { status: "done", reason: null, processedAt: clock.now() },
    select: { id: true },
  });
  failpoint("reported");
  for (const { transferId, isNew, status } of recorded)
    log.info({ notification: row.id, transfer: transferId, isNew, status }, "a bank transfer was reported");
}

/** Nothing is recorded of what is set aside: a notification has one report. */
async function record(tx: Transaction, reports: BankReport[], id: string): Promise<RecordedTransfer[] | OtherContent> {
  const recorded: RecordedTransfer[] = [];
  try {
    for (const report of reports) recorded.push(await recordBankTransfer(tx, report, id));
    return recorded;
  } catch (error) {
    if (error instanceof OtherContent) return error;
    throw error;
  }
}

async function read({ id, provider, encryptedBody, contentType }: Row): Promise<BankReport[] | Unreadable> {
  const body = Buffer.from(decrypt(encryptedBody, notificationContext(id)), "base64");
  const source = sources[provider];
  if (!source) return new Unreadable("the provider is unknown");
  return source.parse(body, contentType).catch((error: Error) => {
    if (error instanceof Unreadable) return error;
    throw error;
  });
}

/** Whether the account is one of ours: in the settings now, or when one of our top-ups named it. */
export async function isOurs(tx: Transaction, accountNumber: string): Promise<boolean> {
  if (isDeclared(accountNumber)) return true;
  const shown = await tx.topUp.findFirst({ where: { accountNumber }, select: { id: true } });
  return shown !== null;
}

/** A verified notification that names money, so that it is kept and reported until someone sees to it. */
async function setAside(tx: Transaction, { id, provider }: Row, reason: string): Promise<void> {
  const now = clock.now();
  const dueAt = new Date(now.getTime() + retryUnknownMs);
  const data = { status: "unrecorded", reason, processedAt: now, dueAt };
  await tx.bankNotification.update({ where: { id }, data, select: { id: true } });
  log.error({ notification: id, provider, reason }, "a bank notification cannot be recorded");
}

/** Takes up again what named an unknown account. */
export async function retryUnknownAccounts(): Promise<void> {
  await db.bankNotification.updateMany({
    where: { status: "unrecorded", reason: unknownAccount, dueAt: { lte: clock.now() } },
    data: { status: "pending" },
  });
}

// The messages of database errors quote values, so only the error's name is kept.
async function postpone({ id, provider, attempts }: Row, error: Error): Promise<void> {
  const pauseMs = Math.min(seconds(2 ** Math.min(attempts, 20)), maxPauseMs);
  const dueAt = new Date(clock.now().getTime() + pauseMs);
  const data = { attempts: attempts + 1, dueAt, reason: error.name };
  await db.bankNotification.updateMany({ where: { id, status: "pending" }, data });
  log.error({ notification: id, provider, error: error.name, attempts: attempts + 1 }, "a bank transfer waits");
}
