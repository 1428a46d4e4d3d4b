import "server-only";
import { hours } from "@/lib/clock";
import { openAttempts } from "./attempts";
import { placeOf } from "./place";

const asked = openAttempts("mail asked", 20, hours(1));

/**
 * Counts one wish that a mail be sent, by who asks: a person's id, or the address a stranger comes from. Which mailbox is
 * meant plays no part, so a refusal says nothing about it. Throws TOO_MANY_ATTEMPTS past 20 at once and one each three minutes.
 */
export const countMailAsked = (by: string | null): Promise<number> => asked.count(placeOf(by));

const told = openAttempts("mail told", 5, hours(1));

/**
 * Whether one more email that somebody else caused may go to this address: five at once, then one each 12 minutes. Past
 * that nothing is sent, and the response does not show it.
 */
export const mayTell = (address: string): Promise<boolean> => told.isAllowed(address);
