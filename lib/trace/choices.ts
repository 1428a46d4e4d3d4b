/** How long a shared link works, in days. */
export const sharedDays = 7;
