import "server-only";
import { minutes } from "@/lib/clock";
import { openAttempts } from "./attempts";
import { placeOf } from "./place";

/** Questions to passkeys that nobody signed in asked, from one place: more than a large office needs. */
const ceremonies = openAttempts("ceremonies", 300, minutes(5));

/** Keeps a stranger from filling the table of open challenges. Throws TOO_MANY_ATTEMPTS. */
export const countCeremony = (ip: string | null): Promise<number> => ceremonies.count(placeOf(ip));
