import "server-only";
import { differenceMs } from "@/lib/money/bank/transfers/list-bank-books";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { providerNames } from "./provider";
import { isSetUp } from "./providers";
import type { BankAlarm } from "./schema";

/** Anyone can send what is rejected, so that a few from unknown networks say nothing. */
const manyRejected = 20;

/** Of one alarm. */
const maxListed = 100;

const firstOf = (things: string) =>
  `ARRAY(SELECT thing FROM (${things}) found (thing) ORDER BY thing LIMIT ${maxListed})`;

const selectAlarms = `
  SELECT
    ${firstOf("SELECT id FROM bank_notifications WHERE status = 'pending' AND received_at < $1")} AS waiting,
    ${firstOf(`SELECT id FROM bank_transfers t WHERE status = 'unmatched' AND recorded_at < $1 AND (direction = 'in'
      OR EXISTS (SELECT FROM refund_requests WHERE status = 'open' AND amount_milli = t.amount_vnd * 1000)
      OR EXISTS (SELECT FROM bank_transfers i WHERE i.account_number = t.account_number AND i.direction = 'in'
        AND i.amount_vnd = t.amount_vnd AND i.status IN ('credited', 'unmatched')
        AND i.occurred_at BETWEEN t.occurred_at - interval '30 days' AND t.occurred_at))`)} AS unmatched,
    ${firstOf("SELECT concat(source, failing_since) FROM bank_list_cursors WHERE failing_since < $2")} AS list,
    ${firstOf(`SELECT DISTINCT concat_ws(' ', provider, network) FROM bank_notifications r
      WHERE status = 'rejected' AND received_at > $3 AND EXISTS (SELECT FROM bank_notifications v
        WHERE v.provider = r.provider AND v.network = r.network AND v.status <> 'rejected')
      UNION ALL SELECT 'many' FROM bank_notifications
        WHERE status = 'rejected' AND received_at > $2 AND provider = ANY($6) HAVING count(*) > ${manyRejected}`)} AS rejected,
    ${firstOf("SELECT id FROM bank_notifications WHERE status = 'unrecorded' AND received_at > $4")} AS unrecorded,
    ${firstOf(`SELECT concat_ws(' ', account_number, day, listed_vnd, recorded_vnd) FROM bank_days
      WHERE listed_vnd <> recorded_vnd AND checked_at > $5
      UNION ALL SELECT concat('sum ', ledger_milli - recorded_milli) FROM bank_sums
      WHERE ledger_milli <> recorded_milli`)} AS difference,
    ${firstOf(`SELECT concat_ws(' ', business_id, balance_milli) FROM wallet_accounts
      WHERE kind = 'receivable' AND balance_milli <> 0`)} AS receivable,
    ${firstOf("SELECT id FROM bank_claims WHERE status = 'open' AND created_at < $7")} AS claims,
    ${firstOf("SELECT id FROM refund_requests WHERE status = 'open' AND created_at < $7")} AS refunds`;

/**
 * What an operator has to look at, the first hundred of each alarm: notifications that wait for a minute, unmatched
 * customers' transfers after a minute (incoming ones, and outgoing ones that can be a refund or have returned a payment
 * of 30 days), a list that cannot be read for ten minutes, rejected notifications (in the last hour from a network that
 * sends verified ones too, or more than twenty in ten minutes), verified ones of 30 days that could not be recorded, an
 * account that differed from its list in seven days or from the ledger at the last sum, businesses that owe, and claims
 * and refunds older than DESK_DUE_HOURS.
 */
export async function findBankAlarms(): Promise<Record<BankAlarm, string[]>> {
  const now = clock.now().getTime();
  const [row] = await sql<Record<BankAlarm, string[]>>("bank-alarms", selectAlarms, [
    new Date(now - minutes(1)),
    new Date(now - minutes(10)),
    new Date(now - hours(1)),
    new Date(now - days(30)),
    new Date(now - differenceMs),
    providerNames.filter(isSetUp),
    new Date(now - hours(env.DESK_DUE_HOURS)),
  ]);
  return row as Record<BankAlarm, string[]>;
}
