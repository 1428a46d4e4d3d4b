import "server-only";
import { minutes } from "@/lib/platform/clock";
import { hot, sql } from "@/lib/platform/db";
import { insertOnlyTables, protectionQuery } from "./ledger-protection";

export type LedgerState = "protected" | "unprotected";

let requested: { at: number; state: Promise<LedgerState> } | undefined;

/** Checked once a minute, since privileges change. */
export function ledgerState(): Promise<LedgerState> {
  const at = performance.now();
  if (!requested || at > requested.at + minutes(1)) {
    const checking = sql<{ protected: boolean }>(undefined, protectionQuery, [insertOnlyTables], hot);
    const state = checking.then(([row]): LedgerState => (row?.protected ? "protected" : "unprotected"));
    requested = { at, state };
    state.catch(() => {
      requested = undefined;
    });
  }
  return requested.state;
}
