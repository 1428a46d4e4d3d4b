import "server-only";
import { hours } from "@/lib/clock";
import { clientKeyOf } from "@/lib/net/client-key";
import { openAttempts } from "@/lib/rate-limit/attempts";

const requests = openAttempts("mail asked", 20, hours(1));

/** Counts by client, not by recipient, so that an error reveals nothing. Throws TOO_MANY_ATTEMPTS past 20 an hour. */
export const countEmailRequest = (by: string | null): Promise<number> => requests.count(clientKeyOf(by));

const unsolicited = openAttempts("mail told", 5, hours(1));

/** For email that someone else triggers. Past five an hour nothing is sent, and the response does not show it. */
export const isEmailAllowed = (address: string): Promise<boolean> => unsolicited.isAllowed(address);
