import "server-only";
import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import type { Browser } from "@/lib/access/principals/device";
import { deviceDays, deviceFingerprint } from "@/lib/access/sessions/known-devices";
import { days, hours, minutes } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

type Sealed<Content extends Record<string, string>> = {
  /** Its name after the prefix; also the salt of its key, so that no cookie can replace another. */
  name: string;
  lifeSeconds: number;
  fields: readonly (keyof Content & string)[];
};

/** Only our server reads it. A page cannot set or clear it while it renders; actions and route handlers can. */
export function sealedCookie<Content extends Record<string, string>>({ name, lifeSeconds, fields }: Sealed<Content>) {
  const fullName = () => `${env.secure ? "__Host-" : ""}vang.${name}`;
  const options = () => ({ httpOnly: true, sameSite: "lax", path: "/", secure: env.secure }) as const;

  return {
    async set(content: Content): Promise<void> {
      const value = await encode({ token: content, secret: env.NEXTAUTH_SECRET, salt: name, maxAge: lifeSeconds });
      (await cookies()).set(fullName(), value, { ...options(), maxAge: lifeSeconds });
    },
    /** Null without the cookie, or with one that is invalid or expired. */
    async read(): Promise<Content | null> {
      const value = (await cookies()).get(fullName())?.value;
      if (!value) return null;
      const token = await decode({ token: value, secret: env.NEXTAUTH_SECRET, salt: name }).catch(() => null);
      if (!token || fields.some((field) => typeof token[field] !== "string")) return null;
      return Object.fromEntries(fields.map((field) => [field, token[field]])) as Content;
    },
    async clear(): Promise<void> {
      (await cookies()).set(fullName(), "", { ...options(), maxAge: 0 });
    },
  };
}

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

/** Who signed up in this browser: it can skip one password check, and the next page shows its email. */
export const signUpCookie = sealedCookie<{ userId: string; email: string }>({
  name: "sign-up",
  lifeSeconds: hours(24) / 1000,
  fields: ["userId", "email"],
});
