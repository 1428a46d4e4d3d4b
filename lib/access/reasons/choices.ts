/**
 * Reasons that an operator can choose in place of writing one, by what is done; their texts are in the catalogues under
 * `operator.readyReasons`. A reason is stored as it was read; `sayReason` shows one of these in the reader's language.
 */
export const readyReasons = {
  suspension: ["abuse", "security", "asked"],
  credit: ["contract", "outage", "mistake", "promotion"],
  assignment: ["noCode", "payer", "proof"],
  correction: ["otherBusiness", "takenBack", "twice"],
  claimApproved: ["statement"],
  claimRejected: ["notFound", "otherAmount", "credited"],
  refundPaid: ["paid"],
  refundRejected: ["holder", "owes", "asked"],
  limits: ["over"],
} as const;

export type ReadyReasons = keyof typeof readyReasons;
