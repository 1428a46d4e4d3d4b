import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { sql, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { giveCredit } from "./grants";

/** Creates the two accounts of a new business, in the transaction that creates the business. */
export async function openWallet(tx: Transaction, businessId: string): Promise<void> {
  // Created in this order, so that locking by id takes `available` before `held`, as every movement does.
  const [available, held] = [newId("account"), newId("account")];
  await tx.walletAccount.createMany({
    data: [
      { id: available, businessId, kind: "available" },
      { id: held, businessId, kind: "held" },
    ],
  });
}

/** Gives a business its welcome credit, `WELCOME_CREDIT_VND`, at most once in its life and once for each mailbox. */
export async function grantWelcomeCredit(tx: Transaction, businessId: string, mailbox: string): Promise<void> {
  const amountMilli = env.WELCOME_CREDIT_VND * 1000n;
  if (amountMilli === 0n || !(await rememberWelcome(tx, mailbox))) return;
  await giveCredit(tx, { businessId, kind: "welcome", amountMilli, reference: `welcome:${businessId}` });
}

/** For a year no further welcome credit is given to the mailbox. Returns false if that was so already. */
export async function rememberWelcome(tx: Transaction, mailbox: string): Promise<boolean> {
  const data = [{ mailbox, grantedAt: clock.now() }];
  return (await tx.welcomeGrant.createMany({ data, skipDuplicates: true })).count === 1;
}

const deleteOldGrants = `DELETE FROM welcome_grants WHERE ctid IN
  (SELECT ctid FROM welcome_grants WHERE granted_at < $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes up to 1,000 mailboxes that were given welcome credit more than a year ago, and returns how many. */
export async function sweepWelcomeGrants(): Promise<number> {
  return (await sql("sweep-welcome-grants", deleteOldGrants, [new Date(+clock.now() - days(365))])).length;
}
