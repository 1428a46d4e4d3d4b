import "server-only";
import { minutes } from "@/lib/platform/clock";
import { clientKeyOf } from "@/lib/platform/net/client-key";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";

/** Anonymous passkey challenges from one network: more than a large office needs. */
const challenges = openAttempts("ceremonies", 300, minutes(5));

/** Keeps an anonymous client from filling the table of open challenges. Throws TOO_MANY_ATTEMPTS. */
export const countWebAuthnChallenge = (ip: string | null): Promise<number> => challenges.count(clientKeyOf(ip));
