import { clock, days } from "@/lib/clock";

/** How long an attempt is kept, in days. */
export const activityDays = 90;

/** Whoever is this old or older is neither shown nor kept. */
export const oldestKept = (): Date => new Date(+clock.now() - days(activityDays));
