import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import { parse } from "hono/utils/cookie";
import { sessionCookie } from "@/lib/auth/cookie-name";
import { clock, minutes } from "@/lib/clock";
import { env } from "@/lib/env";
import { isLocale, localeCookie } from "@/lib/i18n/locale";
import { preferredLocale } from "@/lib/i18n/preferred-locale";
import { isTheme, themeCookie } from "@/lib/i18n/theme";

type Page = { renderedAt: number; headers: OutgoingHttpHeaders; etag: string; body: Buffer };

/** The documentation shows the engines' voices, which can change while the process runs. */
const maxAgeMs = minutes(5);

/** More than there are pages, languages and themes. */
const maxPages = 200;

const pagePath = /^\/docs(\/[a-z-]+){0,2}$/;

/**
 * The handler with pages of the documentation cached in memory for readers who are not signed in. A page is cached with
 * all its headers: its content policy names the nonce that its scripts carry. The nonce is the same for each of these
 * readers, which is safe because the pages repeat nothing from a request.
 */
export function cacheDocs(handler: RequestListener): RequestListener {
  const pages = new Map<string, Page>();
  return (request, response) => {
    const choices = choicesOf(request);
    if (!choices) return handler(request, response);
    // The page is rendered from its cache key and from nothing else: if cookies were parsed differently, or one came
    // twice, another page could be cached under the key.
    request.headers.cookie = `${localeCookie}=${choices.locale}; ${themeCookie}=${choices.theme}`;
    const key = [request.url, choices.locale, choices.theme].join(" ");
    const freshPage = () => {
      const page = pages.get(key);
      return page && clock.now().getTime() - page.renderedAt < maxAgeMs ? page : undefined;
    };
    const page = freshPage();
    if (page) return send(page, request, response);
    record(response, (rendered) => {
      // Of readers at the same time the first one's page is kept: a reader who has its etag need not load another.
      if (freshPage()) return;
      if (pages.size >= maxPages) pages.clear();
      pages.set(key, rendered);
    });
    return handler(request, response);
  };
}

/** What a page depends on besides the build; undefined for a request that is not cached. */
function choicesOf({ method, url = "", headers }: IncomingMessage): { locale: string; theme: string } | undefined {
  // The router of an open page requests parts of the next page, not the whole.
  if (method !== "GET" || !pagePath.test(url) || headers.rsc !== undefined) return;
  const cookies = parse(headers.cookie ?? "");
  if (sessionCookie(env.secure) in cookies) return;
  const { [localeCookie]: locale, [themeCookie]: theme } = cookies;
  return {
    locale: isLocale(locale) ? locale : preferredLocale(headers["accept-language"]),
    theme: isTheme(theme) ? theme : "system",
  };
}

function send({ headers, etag, body }: Page, request: IncomingMessage, response: ServerResponse): void {
  const vary = [headers.vary, "Cookie", "Accept-Language"].filter(Boolean).join(", ");
  const isKnown = request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag);
  response.writeHead(isKnown ? 304 : 200, {
    ...headers,
    etag,
    vary,
    // A browser can store the page, and revalidates it each time.
    "cache-control": "private, no-cache",
    ...(!isKnown && { "content-length": body.length }),
  });
  response.end(isKnown ? undefined : body);
}

const ofOneResponse = ["connection", "content-encoding", "content-length", "date", "keep-alive", "transfer-encoding"];

/** Calls back with the response once it has been sent in full, if it is a page that anyone may see. */
function record(response: ServerResponse, keep: (page: Page) => void): void {
  const chunks: Buffer[] = [];
  const renderedAt = clock.now().getTime();
  const collect = (chunk: unknown) => {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as Uint8Array));
  };
  const { write, end } = response;
  response.write = ((...sent: Parameters<typeof write>) => {
    collect(sent[0]);
    return write.apply(response, sent);
  }) as typeof write;
  response.end = ((...sent: Parameters<typeof end>) => {
    collect(sent[0]);
    return end.apply(response, sent);
  }) as typeof end;
  response.on("finish", () => {
    const headers = response.getHeaders();
    const isPage = response.statusCode === 200 && /^text\/html/.test(String(headers["content-type"]));
    if (!isPage || headers["set-cookie"]) return;
    for (const name of ofOneResponse) delete headers[name];
    const body = Buffer.concat(chunks);
    const etag = `W/"${createHash("sha256").update(body).digest("base64url")}"`;
    keep({ renderedAt, headers: { ...headers }, etag, body });
  });
}
