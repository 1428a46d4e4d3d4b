import "server-only";
import { hours } from "@/lib/clock";
import { clientKeyOf } from "@/lib/net/client-key";
import { openAttempts } from "@/lib/rate-limit/attempts";

const requests = openAttempts("mail asked", 20, hours(1));

/**
 * Counts a request for an email, by person id or the anonymous client's address. The recipient is not part of the
 * count, so an error reveals nothing about it. Throws TOO_MANY_ATTEMPTS past 20 at once and one each three minutes.
 */
export const countEmailRequest = (by: string | null): Promise<number> => requests.count(clientKeyOf(by));

const unsolicited = openAttempts("mail told", 5, hours(1));

/**
 * Whether one more email that someone else triggered may go to this address: five at once, then one each 12 minutes.
 * Past that nothing is sent, and the response does not show it.
 */
export const isEmailAllowed = (address: string): Promise<boolean> => unsolicited.isAllowed(address);
