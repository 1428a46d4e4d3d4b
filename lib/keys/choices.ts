/** The prefix of every key; safe to show. */
export const secretPrefix = "vang_live_";

/** How long a rotated secret still works, in hours. */
export const overlaps = ["0", "1", "24", "168"] as const;

export type Overlap = (typeof overlaps)[number];
