/** Who reported a bank transfer: `sepay_list` is SePay's list, whose ids differ from those of its notifications. */
export type ReportSource = "sepay" | "sepay_list" | "casso" | "payos";

/** A transfer into or out of one of our bank accounts, as a source reports it. */
export type BankReport = {
  source: ReportSource;
  /** Unique within the source, as it writes it: some ids exceed 2^53. */
  sourceId: string;
  direction: "in" | "out";
  accountNumber: string;
  /** The bank's own reference; empty where the source gives none. */
  reference: string;
  /** Above zero. */
  amountVnd: bigint;
  occurredAt: Date;
  memo: string;
  payer: { account: string; name: string } | null;
};
