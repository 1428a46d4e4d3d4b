import { asOwner } from "./as-owner";

/**
 * Changes balances by so many thousandths of a đồng without a transfer, as only the owner of the tables can. `which`: a
 * condition on `wallet_accounts`, with `$2` for `value`.
 */
export const plantBalance = (which: string, value: string | null, milli: bigint): Promise<void> =>
  asOwner(async (client) => {
    await client.query("SET session_replication_role = replica");
    const change = "UPDATE wallet_accounts SET balance_milli = balance_milli + $1";
    const { rowCount } = await client.query(`${change} WHERE ${which}`, [milli, ...(value === null ? [] : [value])]);
    if (rowCount !== 1) throw new Error(`${rowCount} accounts are ${which} ${value}`);
  });
