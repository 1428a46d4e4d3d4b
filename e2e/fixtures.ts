import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type APIResponse, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import axe from "axe-core";
import type { Member } from "@/lib/access/principals/member";
import type { Role } from "@/lib/access/principals/roles";
import type { Locale } from "@/lib/platform/i18n/locale";
import { ensureDatabase } from "@/scripts/database.mjs";
import { isDeep } from "@/testing/harness/deep";

export type Factories = typeof import("@/prisma/factories") &
  typeof import("@/prisma/speech-factories") &
  typeof import("@/prisma/webhook-factories");

type Fixtures = {
  /** The member's role in the business. */
  role: Role;
  /** The business's initial credit in thousandths of a đồng. */
  creditMilli: bigint;
  /** A signed-in member of a business of their own. */
  member: Member;
  /** The language of pages in tests of layout and accessibility: each width has its own. */
  pageLocale: Locale;
  /** Calls the public API as a partner's program would. */
  speak: (secret: string, wishes?: { text?: string; voiceId?: string }) => Promise<APIResponse>;
  /** Console errors and violations of the content security policy, from any page of the test. */
  complaints: string[];
  /** Fails the test when there were complaints. */
  quiet: undefined;
};

export const test = base.extend<Fixtures, { factories: Factories }>({
  role: ["owner", { option: true }],
  creditMilli: [50_000_000n, { option: true }],

  // Rows are inserted into the server's own database, with the server's own secrets. Only a worker may load these
  // modules. Automatic, because a test that needs no rows can still read its emails with these settings.
  factories: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const directory = process.env.VANG_DATA ?? "";
      process.env.DATABASE_URL = (await ensureDatabase({ directory: join(directory, "postgres") })).url;
      for (const name of ["secrets.json", "bank-secrets.json"])
        Object.assign(process.env, JSON.parse(readFileSync(join(directory, name), "utf8")));
      const { closeDatabase } = await import("@/lib/platform/db");
      await use({
        ...(await import("@/prisma/factories")),
        ...(await import("@/prisma/speech-factories")),
        ...(await import("@/prisma/webhook-factories")),
      });
      await closeDatabase();
    },
    { scope: "worker", auto: true },
  ],

  member: async ({ factories, context, baseURL, role, creditMilli }, use) => {
    const member = await factories.makeMember({ role, creditMilli });
    await signIn(context, member, baseURL);
    await use(member);
  },

  pageLocale: async ({ context, baseURL }, use, { project }) => {
    const locale = project.name === "phone" ? "vi" : "en";
    await context.addCookies([{ name: "vang.locale", value: locale, url: baseURL }]);
    await use(locale);
  },

  speak: async ({ request }, use) => {
    await use((secret, { text = "Xin chào Việt Nam", voiceId = "south-ngoc" } = {}) =>
      request.post("/tts", { headers: { "x-api-key": secret }, data: { text, voiceId, modelId: "vang-espeak" } }),
    );
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  complaints: async ({}, use) => use([]),

  quiet: [
    async ({ browser, context, complaints }, use) => {
      await listen(context, complaints);
      const open = browser.newContext;
      browser.newContext = async (options) => listen(await open.call(browser, options), complaints);
      await use(undefined);
      browser.newContext = open;
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Signs a browser in with a session from the factories. */
export async function signIn(
  context: BrowserContext,
  { sessionId, userId }: { sessionId: string; userId: string },
  url = test.info().project.use.baseURL,
) {
  const { encode } = await import("next-auth/jwt");
  const value = await encode({ token: { sid: sessionId, uid: userId }, secret: process.env.NEXTAUTH_SECRET ?? "" });
  await context.addCookies([{ name: "next-auth.session-token", value, url }]);
}

/** Collects the complaints of a browser's pages. */
async function listen(context: BrowserContext, complaints: string[]): Promise<BrowserContext> {
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
      console.error(`policy broken: ${effectiveDirective} by ${blockedURI} (${sourceFile}:${lineNumber})`),
    );
  });
  context.on("console", (message) => {
    // Browsers log every error status, even those that the page handles: the public API's, that of a page which a role
    // may not see, and the balance query's on a page whose session has ended.
    const { url } = message.location();
    const isRefusal =
      /\/(tts|tts\/stream|tts\/preview|stt|api\/console\/[^/]+\/balance)$/.test(url) ||
      (url === message.page()?.url() && message.text().includes("403"));
    if (message.type() === "error" && !isRefusal) complaints.push(`${message.text()} (${url})`);
  });
  context.on("weberror", (error) => complaints.push(error.error().message));
  return context;
}

/**
 * axe finds nothing on the current page, in light and dark mode, and the page is not wider than the window. Outside the
 * tests of layout, which meet every page, it takes its second only in the deep run.
 */
export async function expectAccessible(page: Page) {
  if (!isDeep && !test.info().tags.includes("@layout")) return;
  // Loaded once for both themes: `@axe-core/playwright` loads it twice for each.
  await page.evaluate(axe.source);
  for (const theme of ["light", "dark"]) {
    await page.locator("html").evaluate((html, name) => html.setAttribute("data-theme", name), theme);
    const options: axe.RunOptions = { resultTypes: ["violations"] };
    // Only colors differ between the themes.
    if (theme === "dark") options.runOnly = ["color-contrast"];
    const violations = await page.evaluate(async (wishes) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      return (await run(document, wishes)).violations;
    }, options);
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${theme}: ${id} at ${html}`));
    expect(found).toEqual([]);
  }
  const beyond = await page.locator("html").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(beyond, "pixels beyond the window's width").toBeLessThanOrEqual(0);
}

/** Opens the playground and waits for its script, which a click before it would miss. */
export async function openPlayground(page: Page, { businessSlug }: { businessSlug: string }, origin = "") {
  await page.goto(`${origin}/console/${businessSlug}/playground`);
  await expect(page.getByRole("status").filter({ hasText: /\d+ (ký tự, giá|characters, price)/ })).toBeAttached();
}

/** Measures how far content of the next pages moves by itself: returns a page's layout shift until now. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const measured = window as unknown as { shift: number };
    measured.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) measured.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shift: number }).shift);
}

/** The same page in another language. */
export async function readIn(page: Page, locale: Locale) {
  await page.context().addCookies([{ name: "vang.locale", value: locale, url: page.url() }]);
  await page.reload();
}
