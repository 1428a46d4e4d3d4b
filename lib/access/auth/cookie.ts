import "server-only";
import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { sessionSeconds } from "@/lib/access/sessions/service";
import { env } from "@/lib/platform/env";
import { sessionCookie } from "./cookie-name";

/** The content of the cookie: which session row to look up. It grants nothing by itself. */
export type SessionToken = { sid: string; uid: string };

const sessionCookieOptions = () => ({ httpOnly: true, sameSite: "lax", path: "/", secure: env.secure }) as const;

/** Signs this browser in. Only in a server action or a route handler: cookies cannot be set while a page renders. */
export async function issueCookie(token: SessionToken): Promise<void> {
  const value = await encode({ token, secret: env.NEXTAUTH_SECRET, maxAge: sessionSeconds });
  (await cookies()).set(sessionCookie(env.secure), value, { ...sessionCookieOptions(), maxAge: sessionSeconds });
}

/** Null without a cookie, or with one that is invalid or expired. */
export async function readCookie(): Promise<SessionToken | null> {
  const value = (await cookies()).get(sessionCookie(env.secure))?.value;
  if (!value) return null;
  const token = await decode({ token: value, secret: env.NEXTAUTH_SECRET }).catch(() => null);
  return typeof token?.sid === "string" && typeof token.uid === "string" ? { sid: token.sid, uid: token.uid } : null;
}

export async function clearCookie(): Promise<void> {
  (await cookies()).set(sessionCookie(env.secure), "", { ...sessionCookieOptions(), maxAge: 0 });
}
