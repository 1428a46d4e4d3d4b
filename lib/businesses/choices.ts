/** The choices of retention, in days. */
export const retentions = [0, 1, 7, 30] as const;
