import { clock, days } from "@/lib/platform/clock";

export const signInLogDays = 90;

/** Attempts of this time or older are neither shown nor kept. */
export const oldestKept = (): Date => new Date(+clock.now() - days(signInLogDays));
