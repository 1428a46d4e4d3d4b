import type { Movement } from "@/lib/money/movements/schema";

/** Who sold and who bought, as they were when a month was closed. Null where they were not known. */
export type Party = { legalName: string; taxCode: string; address: string };
export type Parties = { businessName: string; seller: Party | null; buyer: Party | null };

/** How many movements of a kind of the ledger, and their sum in thousandths of a đồng. */
export type KindTotal = { kind: string; lines: number; milli: bigint };

/** Why a line is not on the statement of the month that it is about: it was recorded after that month ended. */
export type LateFor = { month: string };

export type StatementLine = Movement & {
  /** What the business has after it. */
  balanceMilli: bigint;
  late: LateFor | null;
  bankReference: string | null;
  document: string | null;
};

/** The statement of a month. Number, hash and parties of an open month are not fixed yet. */
export type StatementHead = {
  month: string;
  from: Date;
  to: Date;
  /** Null while the month is open. */
  closed: { id: string; number: string; hash: string; closedAt: Date; lines: number } | null;
  openingMilli: bigint;
  closingMilli: bigint;
  /** What of the closing balance is free credit. Null for an open month while the month before it is open. */
  freeMilli: bigint | null;
  totals: KindTotal[];
  parties: Parties;
};

export type StatementSummary = {
  month: string;
  /** Null while the month is open. */
  number: string | null;
  openingMilli: bigint | null;
  closingMilli: bigint | null;
};
