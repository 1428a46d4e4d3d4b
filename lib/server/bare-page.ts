import "server-only";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { securityHeaders } from "@/lib/auth/headers";
import { type Rejection, rejections } from "@/lib/form";
import { defaultLocale, locales } from "@/lib/i18n/locale";
import { translate } from "@/lib/i18n/translate";

type Sent = { status: number; page: Rejection; retryAfterSeconds: number };

/** The headers of a response that loads nothing and has no scripts. */
export const bareHeaders = (): OutgoingHttpHeaders => ({
  ...securityHeaders(),
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
});

/** Sends one of our shortest pages, in both languages, or one word to a form's script. */
export function sendBarePage(request: IncomingMessage, response: ServerResponse, sent: Sent): void {
  const isAction = request.headers["next-action"] !== undefined;
  response.writeHead(sent.status, {
    ...bareHeaders(),
    // Next's client reads the text of exactly this type, without a charset, and throws it as an error: see `useFormAction`.
    "content-type": isAction ? "text/plain" : "text/html; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": String(sent.retryAfterSeconds),
  });
  response.end(isAction ? rejections[sent.page] : render(sent.page));
}

const render = (page: Rejection) => `<!doctype html>
<html lang="${defaultLocale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<style>body { font: 1rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto; padding: 1rem }</style>
<title>${translate(defaultLocale, `ui.${page}.title`)}</title>
${locales.map((locale) => `<p lang="${locale}">${translate(locale, `ui.${page}.lead`)}</p>`).join("\n")}
`;
