import "server-only";
import { formatMilli } from "@/lib/platform/amounts";
import { withOwnConnection } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { type Audit, auditBooks } from "./audit-books";

/** Further differences are only counted, since an error in all accounts must not fill the log. */
const mostLogged = 20;

/** Audits the books and logs differences. Null while another process audits. */
export const watchBooks = (): Promise<Audit | null> =>
  withOwnConnection(async (client) => {
    const { rows } = await client.query("SELECT pg_try_advisory_lock(hashtext('books')) AS taken");
    if (!rows[0]?.taken) return null;
    const audit = await auditBooks(client);
    report(audit);
    return audit;
  });

function report({ differences, uncharged }: Audit): void {
  for (const { accountId, witness, balanceMilli, derivedMilli } of differences.slice(0, mostLogged)) {
    const [balance, derived] = [formatMilli(balanceMilli), formatMilli(derivedMilli)];
    const difference = formatMilli(balanceMilli - derivedMilli);
    const said = { accountId, witness, balance, derived, difference, differences: differences.length };
    if (witness === "checkpoint") log.error(said, "the checkpoint of the books is wrong");
    else log.error(said, "the books do not balance");
  }
  if (uncharged.length > 0) log.error({ count: uncharged.length }, "jobs are recorded without their charge");
}
