import "server-only";
import type { Browser } from "@/lib/access/principals/device";
import { deviceDays, deviceFingerprint } from "@/lib/access/sessions/known-devices";
import { days } from "@/lib/platform/clock";
import { sealedCookie } from "./sealed-cookie";

const deviceCookie = sealedCookie<{ token: string }>({
  name: "device",
  lifeSeconds: days(deviceDays) / 1000,
  fields: ["token"],
});

/** The token by which this browser is recognized; null if it has none. It grants nothing. */
export const readDeviceToken = async (): Promise<string | null> => (await deviceCookie.read())?.token ?? null;

/** Keeps the token in this browser for 400 days from now. */
export const keepDeviceToken = (token: string): Promise<void> => deviceCookie.set({ token });

/** The browser's token for the person who signs in with it; null if no one has signed in with it. */
export async function thisBrowser(): Promise<Browser | null> {
  const token = await readDeviceToken();
  return token ? (userId) => deviceFingerprint(userId, token) : null;
}
