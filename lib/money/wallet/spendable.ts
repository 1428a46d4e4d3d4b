import { monthOf } from "./month";

/** SQL: what all keys of a business have spent in the month of a moment. */
const spentBy = (businessId: string, moment: string) => `
  coalesce((SELECT sum(s.amount_milli) FROM api_keys spender JOIN key_spends s ON s.key_id = spender.id
    WHERE spender.business_id = ${businessId} AND s.month = ${monthOf(moment)}), 0)`;

/** Reads what was spent when the statement began: jobs that begin at one moment can exceed the cap together. */
export const withinBudget = (businessId: string, moreMilli: string, moment: string) => `
  NOT EXISTS (SELECT FROM credit_alerts budget WHERE budget.business_id = ${businessId}
    AND budget.monthly_cap_milli < ${moreMilli} + ${spentBy(businessId, moment)})`;

/** SQL: what a key can spend at the moment, of its business's credit and within both monthly caps. `key`: its row. */
export const spendableBy = (key: string) => `
  least((SELECT balance_milli FROM wallet_accounts WHERE business_id = ${key}.business_id AND kind = 'available'),
    ${key}.monthly_cap_milli - coalesce((SELECT amount_milli FROM key_spends
      WHERE key_id = ${key}.id AND month = ${monthOf("now()")}), 0),
    (SELECT monthly_cap_milli FROM credit_alerts WHERE business_id = ${key}.business_id)
      - ${spentBy(`${key}.business_id`, "now()")})::bigint`;
