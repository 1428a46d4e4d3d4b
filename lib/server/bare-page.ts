import "server-only";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { securityHeaders } from "@/lib/access/auth/headers";
import { type Rejection, rejections } from "@/lib/platform/form";
import { type Locale, locales } from "@/lib/platform/i18n/locale";
import { preferredLocale } from "@/lib/platform/i18n/preferred-locale";
import { translate } from "@/lib/platform/i18n/translate";

type Sent = { status: number; page: Rejection; retryAfterSeconds: number };

/** The headers of a response that loads nothing and has no scripts. */
export const bareHeaders = (): OutgoingHttpHeaders => ({
  ...securityHeaders(),
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
});

/** Sends one of our shortest pages, in both languages, the reader's first; or one word to a form's script. */
export function sendBarePage(request: IncomingMessage, response: ServerResponse, sent: Sent): void {
  const isAction = request.headers["next-action"] !== undefined;
  response.writeHead(sent.status, {
    ...bareHeaders(),
    // Next's client reads the text of exactly this type, without a charset, and throws it as an error: see `useFormAction`.
    "content-type": isAction ? "text/plain" : "text/html; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": String(sent.retryAfterSeconds),
  });
  response.end(
    isAction ? rejections[sent.page] : render(sent.page, preferredLocale(request.headers["accept-language"])),
  );
}

/** Without a font or a picture of its own: nothing else may be loaded while the console is away. */
const style = `
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 14vh auto; padding: 1rem }
  h1 { font-size: 1.75rem; line-height: 2.5rem }
  p[lang] + p[lang] { opacity: 0.75 }
  svg { width: 2.5rem }`;

const render = (page: Rejection, first: Locale) => `<!doctype html>
<html lang="${first}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<style>${style}</style>
<title>${translate(first, `ui.${page}.title`)}</title>
<svg viewBox="0 0 150 56" stroke="currentColor" stroke-width="4" stroke-linecap="round" aria-hidden="true"><path d="M15 24v8M35 18v20M55 10v36M75 5v46M95 12v32M115 17v22M135 24v8"/></svg>
<h1>${translate(first, `ui.${page}.title`)}</h1>
${[first, ...locales.filter((locale) => locale !== first)].map((locale) => `<p lang="${locale}">${translate(locale, `ui.${page}.lead`)}</p>`).join("\n")}
`;
