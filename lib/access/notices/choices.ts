/** Notices about keys, members, businesses and credit that a person may choose not to get by email. */
export const optionalKinds = ["keyExpiring", "keyWidened", "adminJoined", "topUpCredited", "creditLow"] as const;
export type OptionalKind = (typeof optionalKinds)[number];
