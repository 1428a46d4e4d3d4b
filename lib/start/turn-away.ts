import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { securityHeaders } from "@/lib/auth/headers";
import { refused } from "@/lib/auth/refused";
import { Refusal } from "@/lib/errors";
import { defaultLocale, isLocale, type Locale, localeCookie, locales } from "@/lib/i18n/locale";
import { say } from "@/lib/i18n/words";

/** 429: too much from one network; 503: from all of them together. */
type TurnedAway = { status: 429 | 503; waitMs: number };

const messages = { 429: "auth.tooManyForms", 503: "auth.tooBusy" } as const;

/** More than any form of somebody who is not signed in holds: what was typed into a longer one is not given back. */
const longestForm = 16_384;

/** The headers of an answer that loads nothing. */
export const bareHeaders = () => ({
  ...securityHeaders(),
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
});

/** Answers a form without Next: to a page's script as its action would, otherwise with a page in both languages. */
export async function turnAway(request: IncomingMessage, response: ServerResponse, { status, waitMs }: TurnedAway) {
  const isAction = request.headers["next-action"] !== undefined;
  const body = isAction ? await answerAction(request, messages[status]) : page(messages[status]);
  response.writeHead(status, {
    ...bareHeaders(),
    "content-type": isAction ? "text/x-component" : "text/html; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": String(Math.ceil(waitMs / 1000)),
  });
  response.end(body);
}

/**
 * React reads an action's answer whatever its status: an object that names the row with the result, and that row. A
 * text that begins with a dollar sign would mean something else to it.
 */
async function answerAction(request: IncomingMessage, message: string): Promise<string> {
  const state = refused(new Refusal("TOO_MANY_ATTEMPTS", { message }), await readTyped(request), localeOf(request));
  const row = JSON.stringify(state, (_, value) =>
    typeof value === "string" && value.startsWith("$") ? `$${value}` : value,
  );
  return `0:{"a":"$@1"}\n1:${row}\n`;
}

/**
 * What was typed, so that it can be given back: React names the fields of a form `_1_email`. Only as much of a parser as
 * a page of ours needs, for this is what a flood pays for least.
 */
async function readTyped(request: IncomingMessage): Promise<FormData> {
  const typed = new FormData();
  const boundary = /boundary=(\S+)/.exec(request.headers["content-type"] ?? "")?.[1];
  if (!boundary || !(Number(request.headers["content-length"]) <= longestForm)) return typed;
  for (const part of (await text(request)).split(`--${boundary}`)) {
    const [, name, value] = /name="_\d+_([^"]+)"\r\n\r\n(.*)\r\n$/s.exec(part) ?? [];
    if (name !== undefined && value !== undefined) typed.append(name, value);
  }
  return typed;
}

function localeOf({ headers }: IncomingMessage): Locale {
  const chosen = new RegExp(`(?:^|; )${localeCookie}=(\\w+)`).exec(headers.cookie ?? "")?.[1];
  return isLocale(chosen) ? chosen : defaultLocale;
}

const page = (message: string): string =>
  `<!doctype html>
<html lang="${defaultLocale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${say(defaultLocale, "auth.waitTitle")}</title>
${locales.map((locale) => `<p lang="${locale}">${say(locale, message)}</p>`).join("\n")}
`;
