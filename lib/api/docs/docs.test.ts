// @module-tag promise
import { readdirSync, readFileSync } from "node:fs";
import { verbalize } from "vietnamese-text";
import { expect, test } from "vitest";
import { languages } from "@/lib/api/code/languages";
import { locales } from "@/lib/platform/i18n/locale";
import words from "@/testing/corpora/user-words.json";
import { findTerms, type Words } from "@/testing/harness/find-terms";
import { documentedFacts } from "./facts";
import { docPath, docSlugs } from "./pages";
import { headOf, readDocPage, readGuide } from "./read-page";
import { maxReadingCharacters, readPublicly } from "./read-publicly";
import { listOperations } from "./reference";
import { renderMarkdown } from "./render";
import { asPlainMarkdown } from "./requests";
import { searchDocs } from "./search";
import { sameThings } from "./search-words";

process.env.WEBHOOK_SOURCE_ADDRESSES = "203.0.113.7, 2001:db8::/48";

const read = (locale: (typeof locales)[number]) =>
  Promise.all(
    docSlugs.map(async (slug) => {
      const markdown = await readDocPage(slug, locale);
      return { path: docPath(slug), markdown, ...renderMarkdown(markdown, locale) };
    }),
  );

test("every page exists in both languages, with a title, a sentence below it and the same anchors", async () => {
  const [vi, en] = [await read("vi"), await read("en")];
  for (const [index, page] of en.entries()) {
    const ids = page.headings.map(({ id }) => id);
    expect(
      vi[index]?.headings.map(({ id }) => id),
      page.path,
    ).toEqual(ids);
    expect(new Set(ids).size, page.path).toBe(ids.length);
    for (const one of [page, vi[index]]) {
      expect(headOf(one?.markdown ?? "").title, page.path).not.toBe("");
      expect(headOf(one?.markdown ?? "").lead.length, page.path).toBeGreaterThan(20);
      expect(one?.markdown).not.toMatch(/\{\{|undefined|\[object/);
    }
  }
  const guides = readdirSync("messages/docs/en", { recursive: true, encoding: "utf8" }).filter((it) =>
    it.endsWith(".md"),
  );
  const known = docSlugs.map((slug) => `${slug || "quickstart"}.md`);
  expect(guides.filter((guide) => !known.includes(guide))).toEqual([]);
});

test.each(locales)(
  "the retry schedule and the longest text are in the pages in %s as the code has them",
  async (locale) => {
    const pages = new Map((await read(locale)).map(({ path, markdown }) => [path, markdown]));
    const facts = documentedFacts(locale);
    const [webhooks = "", limits = ""] = [pages.get("/docs/webhooks"), pages.get("/docs/limits")];
    for (const stated of [facts.retryAttempts, facts.retryHours, facts.retryDelays])
      expect(webhooks).toContain(` ${stated} `.trimEnd());
    expect(limits).toContain(`| ${facts.maxCharacters} |`);
    const hours = new Intl.NumberFormat(locale, { style: "unit", unit: "hour", unitDisplay: "long" });
    expect(facts.retryDelays).toContain(hours.format(24));
  },
);

test("nothing that users or operators read states the retry schedule or the longest text by hand, except where it is compared", () => {
  const read = (file: string) => readFileSync(file, "utf8");
  const typed = /\b5[.,]000 (characters|ký tự)|\b75 (hours|giờ)/;
  const files = ["messages", "docs"].flatMap((directory) =>
    readdirSync(directory, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(md|json)$/.test(file))
      .map((file) => `${directory}/${file}`),
  );
  const compared = ["docs/operate/money.md", "docs/reference/limits.md", "docs/reference/promises.md"];
  const measured = ["docs/extend/text-normalization.md", "docs/decisions/sound-while-it-is-made.md"];
  expect(files.filter((file) => typed.test(read(file))).toSorted()).toEqual([...measured, ...compared].toSorted());
  const { maxCharacters, retryHours } = documentedFacts("en");
  expect(read("docs/operate/money.md")).toContain(`at most ${maxCharacters} characters as a person sees it`);
  expect(read("docs/reference/limits.md")).toContain(`| Text as a person sees it | ${maxCharacters} characters |`);
  expect(read("docs/reference/promises.md")).toContain(`within about ${retryHours} hours`);
});

test.each(locales)("every internal link in %s leads to a page and an anchor that exist", async (locale) => {
  const pages = await read(locale);
  const anchors = new Map(pages.map(({ path, headings }) => [`/${locale}${path}`, headings.map(({ id }) => id)]));
  const others = [
    "/console",
    `/${locale}/status`,
    `/${locale}/key-usage`,
    "/.well-known/security.txt",
    "/openapi.json",
    "/asyncapi.json",
    "/postman.json",
    "/sdk",
    "/llms.txt",
  ];
  const links = pages.flatMap(({ path, html }) =>
    [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = ""]) => ({ path, href })),
  );
  expect(links.length).toBeGreaterThan(500);
  const broken = links.filter(({ path, href }) => {
    if (/^(https?:|mailto:)/.test(href) || others.includes(href) || href.startsWith("/tts/voices/preview?"))
      return false;
    const [page = "", anchor] = href.startsWith("#") ? [`/${locale}${path}`, href.slice(1)] : href.split("#");
    const found = anchors.get(page);
    return !found || (anchor !== undefined && !found.includes(anchor));
  });
  expect(broken).toEqual([]);
});

test.each(locales)("the guides in %s use one word for each idea", (locale) => {
  const passages = docSlugs.flatMap((slug) => {
    const isGuide = !/^(reference|errors|webhooks\/events)/.test(slug) || slug === "errors-and-retries";
    const text = isGuide ? readGuide(slug, locale).replace(/^```.*?^```$|`[^`]*`|\{\{.*?\}\}|\]\([^)]*\)/gms, "…") : "";
    return text.split("\n").map((line) => ({ in: slug, at: `${slug}: ${line.slice(0, 60)}`, text: line }));
  });
  const { terms } = (words as Record<string, Words>)[locale] as Words;
  expect(findTerms(passages, { terms, exceptions: [] }).found).toEqual([]);
});

test("aliases are a line below their operation, and each operation has only its own errors", async () => {
  const operations = listOperations("en");
  expect(operations.map(({ name }) => name)).not.toContain("deleteSpeechAlias");
  expect(operations.find(({ name }) => name === "createSpeech")?.aliases).toEqual(["POST /ai/tts"]);
  const speech = await readDocPage("reference/text-to-speech", "en");
  expect(speech).toContain("`DELETE /ai/tts/{trackingId}`");
  expect(speech).not.toContain("#KEY_MISSING");
});

test("the search finds guides, operations and codes, also without marks, and shows markup as text", async () => {
  const find = async (text: string, locale: "vi" | "en") => (await searchDocs(text, locale)).map(({ href }) => href);
  expect(await find("idempotency", "en")).toContain("/en/docs/idempotency");
  expect((await find("INSUFFICIENT_CREDIT", "en"))[0]).toBe("/en/docs/errors#INSUFFICIENT_CREDIT");
  expect(await find("nap tien", "vi")).toContain("/vi/docs/top-up");
  expect(await find("listPronunciations", "en")).not.toEqual([]);
  expect(await find("<zzqq>xxyyzz</zzqq>", "en")).toEqual([]);
  expect(await find("x".repeat(100_000), "vi")).toEqual([]);
  expect(renderMarkdown("# A\n\n<script>alert(1)</script> <b>b</b>", "en").html).not.toMatch(/<(script|b)>/);
});

/** What partners ask, and the section that they need. */
const questions: Record<string, string> = {
  authentication: "/authentication",
  "how do I authenticate": "/authentication",
  "voice ids": "/voices#voices",
  "rate limits": "/limits",
  signature: "/webhooks#signature",
  localhost: "/webhooks/localhost",
  "safe retry": "/idempotency",
  "test keys": "/authentication#test",
  "service account": "/manage-from-ci#account",
  402: "/errors#INSUFFICIENT_CREDIT",
  streaming: "/audio#streaming",
  formats: "/audio",
  "price rounding": "/prices#text",
  "text limit": "/limits",
  "OpenAI client": "/openai",
  "brand pronunciation": "/pronunciation",
  invoices: "/top-up#statements",
  SDK: "/sdks",
  "word timestamps": "/audio#input",
  "speaker diarization": "/audio#speakers",
  punctuation: "/audio#formatting",
  "mã giọng đọc": "/voices#voices",
  "thử lại an toàn": "/idempotency",
  "lam tron gia": "/prices#text",
  "giới hạn tốc độ": "/limits",
  "chữ ký": "/webhooks#signature",
  "phát trực tiếp": "/audio#streaming",
  "hóa đơn": "/top-up#statements",
  "hết tiền": "/errors#INSUFFICIENT_CREDIT",
  "đọc tên riêng": "/pronunciation",
  "tạm dừng": "/text-normalization#pauses",
  "xóa dữ liệu": "/retention",
};

test.each(Object.entries(questions))("a search for “%s” finds the section for it first", async (question, answer) => {
  const isVietnamese = /[à-ỹ]|lam tron/i.test(question);
  const [first] = await searchDocs(question, isVietnamese ? "vi" : "en");
  expect(first?.href).toBe(`/${isVietnamese ? "vi" : "en"}/docs${answer}`);
});

test("each name of a thing finds a section, and a word that is in no section does no harm", {
  tags: "deep",
}, async () => {
  for (const name of sameThings.flat())
    expect([...(await searchDocs(name, "en")), ...(await searchDocs(name, "vi"))].length, name).toBeGreaterThan(0);
  expect((await searchDocs("idempotency zzzzqqq", "en"))[0]?.href).toBe("/en/docs/idempotency");
});

test.each(locales)(
  "each example on the page about text normalization in %s is read as the page says",
  async (locale) => {
    const markdown = await readDocPage("text-normalization", locale);
    const rows = [...markdown.matchAll(/^\| `([^|]+)` \| ([^`|]+) \|$/gmu)];
    const bare = (text: string) => text.toLowerCase().replace(/[\s,]+/g, " ");
    const examples = rows
      .filter(([, , spoken = ""]) => !/\d/.test(spoken))
      .filter(([, text = ""]) => /[\d<*[🎉]|k$/u.test(text));
    expect(examples.length).toBeGreaterThan(25);
    for (const [, text = "", spoken = ""] of examples) {
      if (text.startsWith("[pause")) continue;
      const textType = text.startsWith("<speak>") ? "ssml" : "text";
      expect(bare(verbalize(text, { region: "north", textType }).spoken), text).toBe(bare(spoken));
    }
  },
);

test("a visitor's text is read at once, at most 300 characters of it, whatever the URL contains", () => {
  expect(readPublicly("Giá 1.250.000đ", "south", "vi")).toMatchObject({
    region: "south",
    changes: [{ written: "1.250.000đ" }],
  });
  expect(readPublicly("a".repeat(5000), "x", "vi").text).toHaveLength(maxReadingCharacters);
  for (const odd of [undefined, ["a", "b"], "\ud800", "  "])
    expect(readPublicly(odd, odd, "en").text).toContain("8h30");
});

test("a request is shown in each language of the console, under the name by which the choice is remembered", async () => {
  const markdown = await readDocPage("pronunciation", "en");
  const { html } = renderMarkdown(markdown, "en");
  const shown = [...html.matchAll(/name="tabs-1"[^>]* value="(\w+)"/g)].map(([, id]) => id);
  expect(shown).toEqual(languages.map(({ id }) => id));
  expect(asPlainMarkdown(markdown)).toMatch(/^```sh curl\ncurl -X PUT /m);
  expect(asPlainMarkdown(markdown)).not.toContain("requests.put");
});

test.each(locales)("the page about webhooks names the addresses that they come from in %s", async (locale) => {
  expect(await readDocPage("webhooks", locale)).toMatch(/User-Agent.*: `203\.0\.113\.7, 2001:db8::\/48`\.$/m);
});

test("the Markdown of a reference page has no panels", async () => {
  expect(asPlainMarkdown(await readDocPage("reference/webhooks", "en"))).not.toContain("```try");
});

test("each operation can be tried with its example", () => {
  const { html } = renderMarkdown(
    '```try createSpeech\n{"method":"POST","url":"/tts","scope":"tts:execute","body":{"text":"<b>"}}\n```',
    "en",
  );
  expect(html).toContain("&lt;b&gt;");
  expect(html).toContain('name="key"');
  expect(html).toContain("is charged");
});
