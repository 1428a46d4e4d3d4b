import "server-only";
import { languages } from "@/lib/api/code/languages";
import type { CodeRequest, Language } from "@/lib/api/code/request";
import { fence } from "./fence";

/** A request in a page's Markdown: a block of `request` with JSON, which is shown in every language. */
export const requestBlock = (request: CodeRequest): string => `\`\`\`request\n${JSON.stringify(request)}\n\`\`\``;

const blocks = /^```request\n(.*?)\n```$/gms;

const writeRequests = (markdown: string, languagesFor: (request: CodeRequest) => readonly Language[]): string =>
  markdown.replace(blocks, (_, json: string) => {
    const request: CodeRequest = JSON.parse(json);
    return languagesFor(request)
      .map(({ name, highlight, write }) => fence(highlight, name, write(request)))
      .join("\n\n");
  });

/**
 * The page with its requests as blocks of code that follow each other, one for each language. A response without end is
 * shown by curl only: the other programs read it as a whole.
 */
export const withEachLanguage = (markdown: string): string =>
  writeRequests(markdown, ({ isStream }) => (isStream ? languages.slice(0, 1) : languages));

export const withCurlOnly = (markdown: string): string => writeRequests(markdown, () => languages.slice(0, 1));

/** The page as it is read outside the browser, without the panels to try operations. */
export const asPlainMarkdown = (markdown: string): string =>
  withCurlOnly(markdown)
    .replace(/\s*\{#[\w.-]+\}$|^```try[^\n]*\n[\s\S]*?^```\n*/gm, "")
    .trim();
