import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import { parse } from "hono/utils/cookie";
import { sessionCookie } from "@/lib/access/auth/cookie-name";
import { clock, minutes } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { isLocale, type Locale, localeCookie } from "@/lib/platform/i18n/locale";
import { preferredLocale } from "@/lib/platform/i18n/preferred-locale";
import { isTheme, themeCookie } from "@/lib/platform/i18n/theme";

type Page = { status: number; headers: OutgoingHttpHeaders; etag: string; body: Buffer };

/** The pages show voices, prices and the state of the service, which change while the process runs. */
const maxAgeMs = minutes(1);

/** More than there are pages, languages and themes. */
const maxPages = 500;

const siteUrl = /^(?:\/(vi|en)(?=[/?.]|$))?(\/docs(?:\/[a-z0-9-]+){0,2}|\/status|\/key-usage|\/)?(\.md)?(?:\?(.*))?$/;

/** The only pages that read a query. */
const queried = /^\/docs\/(search|text-normalization)$/;

/**
 * The handler with the public pages (front page, documentation, status, usage of a key) as plain HTML. Next renders them without a
 * session; what it sends for its client is removed, and `/site.js` is their only script. `/en` and `/vi` before a path
 * choose the language, or else the reader's choice or `Accept-Language`. `.md` after a path of the documentation is the
 * page as Markdown. Pages without a query are kept for a minute, and longer while they cannot be rendered.
 */
export function serveSitePages(handler: RequestListener): RequestListener {
  const pages = new Map<string, Page & { renderedAt: number }>();
  return (request, response) => {
    const wanted = readRequest(request);
    if (!wanted) return handler(request, response);
    const key = [wanted.url, wanted.locale, wanted.theme].join(" ");
    const page = pages.get(key);
    if (page && clock.now().getTime() - page.renderedAt < maxAgeMs) return send(page, request, response);
    const { method } = request;
    describeRequest(request, wanted);
    const renderedAt = clock.now().getTime();
    collect(response, (rendered) => {
      request.method = method;
      // While the database is away, the page as it was is better than none.
      if (rendered.status >= 500 && page) return send(page, request, response);
      if (rendered.status === 200 && !wanted.url.includes("?") && env.NODE_ENV !== "development") {
        if (pages.size >= maxPages) pages.clear();
        pages.set(key, { ...rendered, renderedAt });
      }
      send(rendered, request, response);
    });
    return handler(request, response);
  };
}

type Wanted = { url: string; locale: Locale; theme: string };

/** What a page depends on besides the build; undefined for a request of anything else. */
function readRequest({ method, url = "", headers }: IncomingMessage): Wanted | undefined {
  if (method !== "GET" && method !== "HEAD") return;
  const [matched, prefix, path = "/", twin, query] = siteUrl.exec(url) ?? [];
  if (matched === undefined || (twin && !path.startsWith("/docs"))) return;
  const cookies = parse(headers.cookie ?? "");
  // To someone signed in the front page is the way to the console.
  if (path === "/" && !prefix && sessionCookie(env.secure) in cookies) return;
  const { [localeCookie]: chosen, [themeCookie]: theme } = cookies;
  const preferred = isLocale(chosen) ? chosen : preferredLocale(headers["accept-language"]);
  return {
    url: `${twin ? path.replace("/docs", "/docs/markdown") : path}${query && queried.test(path) ? `?${query}` : ""}`,
    locale: isLocale(prefix) ? prefix : preferred,
    theme: isTheme(theme) ? theme : "system",
  };
}

/** Next renders from this alone: other cookies could put one reader's page into another's. */
function describeRequest(request: IncomingMessage, { url, locale, theme }: Wanted): void {
  request.url = url;
  // For HEAD it would render a page without a body, which would be kept for all readers.
  request.method = "GET";
  request.headers.cookie = `${localeCookie}=${locale}; ${themeCookie}=${theme}`;
  // The router of an open console page asks for parts of a page: it loads a page as a whole when it gets one.
  for (const name of Object.keys(request.headers)) if (/^(rsc|next-.*)$/.test(name)) delete request.headers[name];
}

function send({ status, headers, etag, body }: Page, request: IncomingMessage, response: ServerResponse): void {
  const isKnown = status === 200 && request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag);
  response.writeHead(isKnown ? 304 : status, {
    ...headers,
    etag,
    vary: [headers.vary, "Cookie, Accept-Language"].filter(Boolean).join(", "),
    // A browser can store the page, and revalidates it each time.
    "cache-control": "private, no-cache",
    ...(!isKnown && { "content-length": body.length }),
  });
  response.end(isKnown ? undefined : body);
}

const ofOneResponse = ["connection", "content-encoding", "content-length", "date", "keep-alive", "transfer-encoding"];

/** Holds back what the handler sends, and calls back with the whole of it. */
function collect(response: ServerResponse, finish: (page: Page) => void): void {
  const chunks: Buffer[] = [];
  const { write, end, writeHead, flushHeaders } = response;
  const add = (chunk: unknown) => {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as Uint8Array));
  };
  const called = (args: unknown[]) =>
    args.find((argument) => typeof argument === "function") as (() => void) | undefined;
  response.flushHeaders = () => {};
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    response.statusCode = status;
    const headers = rest.find((argument) => typeof argument === "object") ?? {};
    for (const [name, value] of Object.entries(headers as OutgoingHttpHeaders)) response.setHeader(name, value ?? "");
    return response;
  }) as typeof writeHead;
  response.write = ((...sent: unknown[]) => {
    add(sent[0]);
    called(sent)?.();
    return true;
  }) as typeof write;
  response.end = ((...sent: unknown[]) => {
    add(sent[0]);
    response.write = write;
    response.end = end;
    response.writeHead = writeHead;
    response.flushHeaders = flushHeaders;
    const headers = { ...response.getHeaders() };
    for (const name of ofOneResponse) delete headers[name];
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    finish(toPage(response.statusCode, headers, Buffer.concat(chunks)));
    called(sent)?.();
    return response;
  }) as typeof end;
}

function toPage(status: number, headers: OutgoingHttpHeaders, whole: Buffer): Page {
  const isHtml = /^text\/html/.test(String(headers["content-type"]));
  const body = isHtml ? Buffer.from(withoutFramework(whole.toString())) : whole;
  const etag = `W/"${createHash("sha256").update(body).digest("base64url")}"`;
  if (isHtml) headers["content-security-policy"] = ownScriptsOnly(String(headers["content-security-policy"]));
  if (isHtml) headers.link = withoutScripts(headers.link);
  return { status, headers, etag, body };
}

/** Code in a page's text is escaped, so that only elements match. */
const withoutFramework = (html: string) =>
  html
    .replace(/<script\b(?![^>]* src="\/site\.js")[^>]*>.*?<\/script>/gs, "")
    .replace(/<link\b[^>]* as="script"[^>]*>/g, "")
    .replace(/(<(?:link|style)\b[^>]*) nonce="[^"]*"/g, "$1");

/** The files that a browser is asked to load early. */
const withoutScripts = (link: OutgoingHttpHeaders[string]) =>
  String(link ?? "")
    .split(/,(?=\s*<)/)
    .filter((one) => !/as="?script/.test(one))
    .map((one) => one.replace(/; nonce="[^"]*"/, ""))
    .join(",");

const ownScriptsOnly = (policy: string) =>
  policy.replace(/script-src [^;]+/, "script-src 'self'").replace(/ 'nonce-[^']+'/g, "");
