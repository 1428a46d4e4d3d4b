import { readFileSync } from "node:fs";
import { encode } from "next-auth/jwt";
import { sessionCookie } from "@/lib/access/auth/cookie-name";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";

const manifest = (name: string) => JSON.parse(readFileSync(`.next/server/${name}.json`, "utf8"));

/** The names of all pages and routes in the build. */
export const builtRoutes = (): string[] => Object.keys(manifest("app-paths-manifest"));

export type BuiltAction = {
  id: string;
  name: string;
  /** A page that contains it. */
  route: string;
};

/** All server actions in the build, by their names, which `layers.test.ts` keeps unique. */
export function builtActions(): BuiltAction[] {
  type Made = { exportedName: string; workers: Record<string, unknown> };
  const made: Record<string, Made> = manifest("server-reference-manifest").node;
  return Object.entries(made).map(([id, { exportedName, workers }]) => {
    const [worker = ""] = Object.keys(workers);
    return { id, name: exportedName, route: worker.replace(/^app/, "") };
  });
}

/** The URL of a route with its parameters filled in. */
export const addressOf = (route: string, values: Record<string, string>): string =>
  route
    .replace(/\/(page|route)$/, "")
    .replace(/\/\([^)]*\)|\/\[\[\.\.\.\w+\]\]/g, "")
    .replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => values[name] ?? `khong-co-${name}`) || "/";

/** `secure`: for an installation with https. */
export async function sessionCookieOf(
  { userId, sessionId }: { userId: string; sessionId: string },
  { secure = false } = {},
): Promise<string> {
  const value = await encode({ token: { sid: sessionId, uid: userId }, secret: env.NEXTAUTH_SECRET });
  return `${sessionCookie(secure)}=${value}`;
}

/** The cookie between password and second factor. */
export async function pendingCookieOf(id: string = newId("pendingSignIn")): Promise<string> {
  const salt = "pending-sign-in";
  return `vang.${salt}=${await encode({ token: { id }, secret: env.NEXTAUTH_SECRET, salt })}`;
}

/** Calls an action as the page's own script does. `options` overrides headers. */
export const callAction = (...form: Parameters<typeof formOf>) =>
  fetch(form[0], { method: "POST", ...formOf(...form), redirect: "manual" });

/** The body of an action call: its arguments in React's reply format, with prefixed form fields. */
export function formOf(
  url: string,
  { id }: BuiltAction,
  cookie: string,
  fields: Record<string, string>,
  options: Record<string, string | undefined> = {},
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(`_1_${name}`, value);
  // The id's first byte encodes the action's arguments: none, a form, or the previous state and a form.
  const args = { "00": "[]", "40": '["$K1"]' }[id.slice(0, 2)] ?? '[{"status":"idle"},"$K1"]';
  body.append("0", args);
  const own = { "next-action": id, cookie: `${cookie}; vang.locale=en`, origin: new URL(url).origin };
  const headers = Object.entries({ ...own, ...options }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return { body, headers };
}
