/** What an operator has to look at: see `findBankAlarms`. */
export const bankAlarms = [
  "waiting",
  "unmatched",
  "list",
  "rejected",
  "unrecorded",
  "difference",
  "receivable",
  "claims",
  "refunds",
] as const;
export type BankAlarm = (typeof bankAlarms)[number];
