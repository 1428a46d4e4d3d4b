/** Notices about keys, members, businesses and credit that a person may choose not to get by email. */
export const optionalKinds = [
  ...(["keyExpiring", "keyWidened", "adminJoined", "topUpCredited", "creditLow"] as const),
  "statementClosed",
] as const;
export type OptionalKind = (typeof optionalKinds)[number];

/** Until a person chooses, each is sent by email but that of statements. */
export const isMailedAtFirst = (kind: OptionalKind): boolean => kind !== "statementClosed";
