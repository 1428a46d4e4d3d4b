import "server-only";
import { minutes } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { sealedCookie } from "./sealed-cookie";

const browserCookie = sealedCookie<{ id: string }>({
  name: "browser",
  lifeSeconds: minutes(10) / 1000,
  fields: ["id"],
});

/** A cookie for a browser that is signing in, before the person is known; valid for ten minutes. */
export async function keepBrowserId(): Promise<string> {
  const id = (await findBrowserId()) ?? newToken();
  await browserCookie.set({ id });
  return id;
}

export const findBrowserId = async (): Promise<string | null> => (await browserCookie.read())?.id ?? null;
