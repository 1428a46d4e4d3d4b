import "server-only";
import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { hours } from "@/lib/clock";
import { env } from "@/lib/env";

const lifeSeconds = hours(24) / 1000;
const cookieName = () => `${env.secure ? "__Host-" : ""}vang.sign-up`;
/** Another key than the session's, so that neither cookie can stand in for the other. */
const salt = "sign-up";

/** Who signed up in this browser, encrypted: it may skip one password check, and the next page shows its address. */
export type RecentSignUp = { userId: string; email: string };

const options = () => ({ httpOnly: true, sameSite: "lax", path: "/", secure: env.secure }) as const;

export async function rememberSignUp({ userId, email }: RecentSignUp): Promise<void> {
  const token = { sub: userId, email };
  const value = await encode({ token, secret: env.NEXTAUTH_SECRET, salt, maxAge: lifeSeconds });
  (await cookies()).set(cookieName(), value, { ...options(), maxAge: lifeSeconds });
}

export async function findSignUp(): Promise<RecentSignUp | null> {
  const value = (await cookies()).get(cookieName())?.value;
  if (!value) return null;
  const token = await decode({ token: value, secret: env.NEXTAUTH_SECRET, salt }).catch(() => null);
  return token?.sub && token.email ? { userId: token.sub, email: token.email } : null;
}

export async function forgetSignUp(): Promise<void> {
  (await cookies()).set(cookieName(), "", { ...options(), maxAge: 0 });
}
