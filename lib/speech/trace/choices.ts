/** How long a shared link works, in days. */
export const sharedDays = 7;

/** How many shared links of a business work at once. */
export const mostSharedLinks = 100;
