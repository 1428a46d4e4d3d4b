import "server-only";
import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
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
