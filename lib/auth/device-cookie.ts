import "server-only";
import { days } from "@/lib/clock";
import { newToken } from "@/lib/crypto";
import { deviceDays, findKnownDevice } from "@/lib/devices/known";
import { sealedCookie } from "./sealed-cookie";

const deviceCookie = sealedCookie<{ token: string }>({
  name: "device",
  lifeSeconds: days(deviceDays) / 1000,
  fields: ["token"],
});

/** The token by which this browser is known again, for 400 days from now. It opens nothing. */
export async function keepDeviceToken(): Promise<string> {
  const token = (await deviceCookie.read())?.token ?? newToken();
  await deviceCookie.set({ token });
  return token;
}

/** The fingerprint of this browser, if it has signed in to the account of this address before. */
export async function knownDeviceFor(email: string): Promise<string | null> {
  const token = (await deviceCookie.read())?.token;
  return token ? findKnownDevice(email, token) : null;
}
