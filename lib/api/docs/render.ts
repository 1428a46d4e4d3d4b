import "server-only";
import { Marked, type Token, type Tokens } from "marked";
import { languages } from "@/lib/api/code/languages";
import { fold } from "@/lib/platform/i18n/fold";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { withEachLanguage } from "./requests";

export type Heading = { id: string; text: string; depth: number };

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

/** The anchor of a heading: `{#id}` at its end, or its words. */
export function anchorOf(heading: string): string {
  const given = /\{#([\w.-]+)\}\s*$/.exec(heading)?.[1];
  return (
    given ??
    fold(heading)
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
  );
}

const withoutAnchor = (heading: string) => heading.replace(/\s*\{#[\w.-]+\}\s*$/, "");

/** A page's Markdown as HTML. Markup in the text is shown, not used. */
export function renderMarkdown(markdown: string, locale: Locale): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const t = (id: string) => escapeHtml(translate(locale, `docs.site.${id}`));
  const marked = new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }) {
        const id = anchorOf(text);
        const inner = withoutAnchor(this.parser.parseInline(tokens));
        if (depth === 1) return `<h1>${inner}</h1>`;
        headings.push({ id, depth, text: withoutAnchor(text).replace(/[`*]|\]\(.*?\)|\[/g, "") });
        const link = inner.includes("<a ") ? inner : `<a href="#${id}">${inner}</a>`;
        return `<h${depth} id="${id}">${link}</h${depth}>`;
      },
      code({ text, lang = "" }) {
        const [language = "", ...rest] = lang.split(" ");
        if (language === "try") return tryPanel(text, t);
        const title = rest.join(" ") || language;
        return `<figure><figcaption><span>${escapeHtml(title)}</span><button type="button" class="copy" hidden data-done="${t("copied")}">${t("copy")}</button></figcaption><pre tabindex="0"><code>${highlight(text, language)}</code></pre></figure>`;
      },
      codespan({ text }) {
        const [, method, path = ""] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/.exec(text) ?? [];
        if (!method) return `<code>${escapeHtml(text)}</code>`;
        return `<code class="endpoint"><b class="method" data-method="${method}">${method}</b> ${escapeHtml(path)}</code>`;
      },
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("");
        const body = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
        return `<div class="table-frame" tabindex="0"><table><thead><tr>${cells(token.header, "th")}</tr></thead><tbody>${body}</tbody></table></div>`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        if (/\/tts\/voices\/preview\?/.test(href)) {
          const path = href.replace(/^https?:\/\/[^/]+/, "");
          return `<a class="play" href="${escapeHtml(path)}">${inner}</a>`;
        }
        const isOwnPage = /^\/docs(?=[/#]|$)|^\/(status|key-usage)$/.test(href);
        return `<a href="${escapeHtml(isOwnPage ? `/${locale}${href}` : href)}">${inner}</a>`;
      },
    },
  });
  const tokens = marked.lexer(withEachLanguage(markdown));
  let group = 0;
  const render = (part: Token | Token[]) => {
    if (!Array.isArray(part)) return marked.parser([part]);
    group += 1;
    const name = `tabs-${group}`;
    const tabs = part.map((token, index) => {
      const title = titleOf(token);
      const id = `${name}-${index}`;
      // By this the reader's choice is remembered, here as in the console.
      const value = languages.find((language) => language.name === title)?.id ?? escapeHtml(title);
      return `<input type="radio" name="${name}" id="${id}" value="${value}"${index === 0 ? " checked" : ""}><label for="${id}">${escapeHtml(title)}</label>${marked.parser([token])}`;
    });
    return `<div class="tabs">${tabs.join("")}</div>`;
  };
  return {
    html: sectionsOf(inGroups(tokens))
      .map((parts) => renderSection(parts, render))
      .join(""),
    headings,
  };
}

/** The parts before the first heading of the second rank, and those of each such heading. */
function sectionsOf(parts: (Token | Token[])[]): (Token | Token[])[][] {
  const sections: (Token | Token[])[][] = [[]];
  for (const part of parts) {
    if (!Array.isArray(part) && part.type === "heading" && part.depth === 2) sections.push([]);
    sections.at(-1)?.push(part);
  }
  return sections;
}

/** An operation's code stands beside its text: its examples, and the form to try it. */
function renderSection(parts: (Token | Token[])[], render: (part: Token | Token[]) => string): string {
  const isTry = (part: Token | Token[]) =>
    !Array.isArray(part) && part.type === "code" && /^try /.test(part.lang ?? "");
  if (!parts.some(isTry)) return parts.map(render).join("");
  const isCode = (part: Token | Token[]) => Array.isArray(part) || part.type === "code";
  const text = parts.filter((part) => !isCode(part));
  const details = text.findIndex((part) => !Array.isArray(part) && part.type === "heading" && part.depth === 3);
  const cell = (name: string, chosen: (Token | Token[])[]) =>
    `<div class="operation-${name}">${chosen.map(render).join("")}</div>`;
  const cells = [
    cell("lead", text.slice(0, details)),
    cell("code", parts.filter(isCode)),
    cell("text", text.slice(details)),
  ];
  return `<section class="operation">${cells.join("")}</section>`;
}

const titleOf = (token: Token) => ("lang" in token ? String(token.lang).replace(/^\S+ ?/, "") : "");

/** Blocks of code that follow each other, with titles, are one group. */
function inGroups(tokens: Token[]): (Token | Token[])[] {
  const parts: (Token | Token[])[] = [];
  for (const token of tokens.filter(({ type }) => type !== "space")) {
    const last = parts.at(-1);
    if (token.type !== "code" || !titleOf(token) || /^(try|http|json) /.test(String(token.lang))) parts.push(token);
    else if (Array.isArray(last)) last.push(token);
    else parts.push([token]);
  }
  return parts.flatMap((part) => (Array.isArray(part) && part.length === 1 ? part : [part]));
}

/** A form that `/site.js` shows and sends. */
function tryPanel(request: string, t: (id: string) => string): string {
  const { method, url, scope, body, form } = JSON.parse(request);
  const json =
    body &&
    `<label>${t("try.body")}<textarea name="body" rows="8">${escapeHtml(JSON.stringify(body, null, 2))}</textarea></label>`;
  const fields = Object.entries((form ?? {}) as Record<string, string>).map(([name, value]) =>
    name === "file"
      ? `<label>${name}<input type="file" name="file" required></label>`
      : `<label>${name}<input name="${escapeHtml(name)}" value="${escapeHtml(value)}"></label>`,
  );
  const key =
    scope === "public"
      ? ""
      : `<label>${t("try.key")}<select name="business" hidden data-own="${t("try.ownKey")}"></select><input type="password" name="key" autocomplete="off" placeholder="vang_live_…"></label><p class="sign-in" hidden>${t("try.signIn")}</p>`;
  const charge = method === "POST" && /:execute$/.test(scope) ? `<p>${t("try.charged")}</p>` : "";
  return `<details class="try" hidden data-scope="${escapeHtml(scope)}"><summary>${t("try.title")}</summary><form class="panel"><label>${escapeHtml(method)}<input name="url" value="${escapeHtml(url)}" required></label>${key}${json ?? ""}${fields.join("")}<input type="hidden" name="method" value="${escapeHtml(method)}">${charge}<p><button type="submit" class="act">${t("try.send")}</button></p><output data-failed="${t("try.failed")}"></output></form></details>`;
}

/** Strings and comments, which is enough to read a sample by. */
function highlight(text: string, language: string): string {
  const comment = /^(sh|python|php)$/.test(language) ? String.raw`(?<=^|\s)#.*$` : String.raw`(?<=^|\s)\/\/.*$`;
  if (language === "http") return escapeHtml(text);
  const pattern = new RegExp(String.raw`(${comment})|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*')`, "gm");
  let html = "";
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    html += `${escapeHtml(text.slice(at, found.index))}<span class="${found[1] ? "comment" : "string"}">${escapeHtml(found[0])}</span>`;
    at = found.index + found[0].length;
  }
  return html + escapeHtml(text.slice(at));
}
