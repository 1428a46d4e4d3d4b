import "server-only";
import { StaffError } from "@/lib/access/audit/platform-acts";
import { mailboxesOf } from "@/lib/access/businesses/not-own";
import type { Operator } from "@/lib/access/principals/operator";
import { staffCan, staffRoles } from "@/lib/access/principals/roles";
import { secondFactorOf } from "@/lib/access/sessions/second-factor";
import { clock, days } from "@/lib/platform/clock";
import { sql, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";

/** Someone on the staff who moves money, with who answers for their grant. */
export type Mover = { userId: string; grantedAt: Date; grantedBy: string };

const movers = staffRoles.filter((role) => staffCan(role, "money"));

const first =
  "coalesce((SELECT user_id FROM staff_members WHERE role = 'admin' ORDER BY granted_at, user_id LIMIT 1), '')";

const select = `SELECT s.user_id AS "userId", s.granted_at AS "grantedAt", coalesce(s.granted_by_id, ${first}) AS "grantedBy"
  FROM staff_members s JOIN users u ON u.id = s.user_id`;

/**
 * Who acts, as the database has it now; in the terminal the account of the given email address. Throws FORBIDDEN at the
 * desk, and StaffError in the terminal, for someone who does not move money.
 */
export async function findMover(tx: Transaction, operator: Operator): Promise<Mover> {
  const isAtDesk = operator.via === "desk";
  const text = `${select} WHERE s.role = ANY ($1) AND ${isAtDesk ? "u.id" : "u.email"} = $2`;
  const who = isAtDesk ? operator.userId : operator.email.toLowerCase();
  const [found] = await tx.$queryRawUnsafe<Mover[]>(text, movers, who);
  if (found) return found;
  throw isAtDesk ? new AppError("FORBIDDEN") : new StaffError("operator.errors.notFinance", { email: operator.email });
}

/** Throws StaffError for an author who no longer moves money: what they asked for is asked for again. */
export async function requireMover(tx: Transaction, userId: string): Promise<void> {
  const [found] = await tx.$queryRawUnsafe<Mover[]>(`${select} WHERE s.role = ANY ($1) AND u.id = $2`, movers, userId);
  if (!found) throw new StaffError("operator.errors.authorLeft");
}

/** The grant that an account has now, whatever its role; of one that has none any more, as if granted at this moment. */
export async function findGrant(tx: Transaction, userId: string): Promise<Mover> {
  const [found] = await tx.$queryRawUnsafe<Mover[]>(`${select} WHERE u.id = $1`, userId);
  if (found) return found;
  const [{ grantedBy }] = await tx.$queryRawUnsafe<[{ grantedBy: string }]>(`SELECT ${first} AS "grantedBy"`);
  return { userId, grantedAt: clock.now(), grantedBy };
}

/** From this age on, grants count as those of two people, even by the same admin. */
export const trustedAfterMs = days(7);

/**
 * Why two accounts do not decide as two people; null if they do. `onePerson`: they share a mailbox, such as `lan@` and
 * `lan+1@`. `sameGrantor`: no one who can grant roles decides alone by two accounts that they granted just now.
 * Different people answer for the grants, and neither for the other's; or both grants are seven days old.
 */
export async function whyNotTwo(
  tx: Transaction,
  one: Mover,
  other: Mover,
): Promise<"onePerson" | "sameGrantor" | null> {
  if (one.userId === other.userId) return "onePerson";
  const known = new Set(await mailboxesOf(tx, one.userId));
  if ((await mailboxesOf(tx, other.userId)).some((mailbox) => known.has(mailbox))) return "onePerson";

  const trustedSince = +clock.now() - trustedAfterMs;
  if (+one.grantedAt <= trustedSince && +other.grantedAt <= trustedSince) return null;
  const answersForOther = one.grantedBy === other.userId || other.grantedBy === one.userId;
  return one.grantedBy === other.grantedBy || answersForOther ? "sameGrantor" : null;
}

/** Everyone who moves money and has the second factor that the desk requires. */
export const listMovers = (): Promise<Mover[]> =>
  sql<Mover>("list-movers", `${select} WHERE s.role = ANY ($1) AND ${secondFactorOf("u.id")}`, [movers]);

/** Throws StaffError if no one else could approve, so that nothing waits for a person who does not exist. */
export async function requireSecondPerson(tx: Transaction, author: Mover): Promise<void> {
  const text = `SELECT 1 FROM staff_members s JOIN users u ON u.id = s.user_id
    WHERE s.role = ANY ($1) AND u.id <> $2 AND ${secondFactorOf("u.id")} LIMIT 1`;
  const found = await tx.$queryRawUnsafe<unknown[]>(text, movers, author.userId);
  if (found.length > 0) return;
  const limit = new Intl.NumberFormat("en").format(env.CREDIT_APPROVAL_ABOVE_VND);
  throw new StaffError("operator.errors.noSecondPerson", { limit });
}
