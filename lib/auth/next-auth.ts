import "server-only";
import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { signInSchema } from "@/lib/account/schema";
import { checkPassword } from "@/lib/account/sign-in";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { endSession, findLiveSession, sessionSeconds } from "@/lib/sessions/service";
import { sessionCookieOptions } from "./cookie";
import { sessionCookie } from "./cookie-name";
import { deviceOf } from "./device";
import { thisBrowser } from "./device-cookie";
import { startSession } from "./start-session";

declare module "next-auth" {
  interface User {
    sid: string;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    sid?: string;
    uid?: string;
  }
}

/** Uses our sign-in page, service and cookie. It has no second step: with a second factor people use our page only. */
const credentials = Credentials({
  credentials: { email: {}, password: {} },
  async authorize(typed, request) {
    const parsed = signInSchema.safeParse(typed);
    if (!parsed.success) return null;
    const device = deviceOf(new Headers(request.headers));
    const { userId, passwordHash } = await checkPassword(parsed.data, device, await thisBrowser());
    const begun = await startSession(userId, "password", device, { passwordHash });
    return begun && { id: userId, sid: begun.sessionId };
  },
});

/** next-auth's part: the cookie's format and the routes under /api/auth. The session's row decides who is signed in. */
export const authOptions = (): AuthOptions => ({
  secret: env.NEXTAUTH_SECRET,
  useSecureCookies: env.secure,
  cookies: { sessionToken: { name: sessionCookie(env.secure), options: sessionCookieOptions() } },
  session: { strategy: "jwt", maxAge: sessionSeconds },
  pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
  providers: [credentials],
  callbacks: {
    jwt: ({ token, user }) => (user ? { sid: user.sid, uid: user.id } : { sid: token.sid, uid: token.uid }),
    async session({ session, token }) {
      const user = token.sid && (await findLiveSession(token.sid));
      // next-auth removes the cookie when this throws.
      if (!user) throw new Error("the session has ended");
      return { expires: session.expires, user: { name: user.name, email: user.email } };
    },
  },
  events: {
    async signOut({ token }) {
      if (token?.sid) await endSession(token.sid);
    },
  },
  logger: {
    error: (code) => log.debug({ code }, "next-auth rejected a request"),
    warn: (code) => log.debug({ code }, "next-auth warned"),
    debug: () => {},
  },
});
