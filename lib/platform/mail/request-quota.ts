import "server-only";
import { hours } from "@/lib/platform/clock";
import { mailboxOf } from "@/lib/platform/mail/mailbox";
import { clientKeyOf } from "@/lib/platform/net/client-key";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";

const requests = openAttempts("mail asked", 20, hours(1));

/** Counts by client, not by recipient, so that an error reveals nothing. Throws TOO_MANY_ATTEMPTS past 20 an hour. */
export const countEmailRequest = (by: string | null): Promise<number> => requests.count(clientKeyOf(by));

const unsolicited = openAttempts("mail told", 5, hours(1));

/**
 * For email that someone else triggers, by its mailbox. Past five an hour nothing is sent; the response shows it only to
 * someone who has proved who they are.
 */
export const isEmailAllowed = (address: string): Promise<boolean> => unsolicited.isAllowed(mailboxOf(address));

const links = openAttempts("mail links", 5, hours(1));

/**
 * The same for links that confirm an address, which its owner or someone else may have asked for: counted apart, so that
 * other email does not keep its owner from confirming it.
 */
export const isLinkAllowed = (address: string): Promise<boolean> => links.isAllowed(mailboxOf(address));
