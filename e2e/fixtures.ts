import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type APIResponse, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import type { Locale } from "@/lib/i18n/locale";
import type { Member } from "@/lib/principals/member";
import type { Role } from "@/lib/principals/roles";
import { ensureDatabase } from "@/scripts/database.mjs";

export type Factories = typeof import("@/prisma/factories") & typeof import("@/prisma/speech-factories");

type Fixtures = {
  /** What the member is in the business. */
  role: Role;
  /** What the business may spend at first, in thousandths of a đồng. */
  creditMilli: bigint;
  /** Someone signed in to a business of their own. */
  member: Member;
  /** Calls the public API as a partner's program would. */
  speak: (secret: string, wishes?: { text?: string; voiceId?: string }) => Promise<APIResponse>;
  /** What pages said to their consoles in any browser of the test, and what broke their content policy. */
  complaints: string[];
  /** Fails the test when there were complaints. */
  quiet: undefined;
};

export const test = base.extend<Fixtures, { factories: Factories }>({
  role: ["owner", { option: true }],
  creditMilli: [50_000_000n, { option: true }],

  // Rows are made in the server's own database, with the server's own secrets. Only a worker may load these modules.
  factories: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const directory = process.env.VANG_DATA ?? "";
      process.env.DATABASE_URL = (await ensureDatabase({ directory: join(directory, "postgres") })).url;
      Object.assign(process.env, JSON.parse(readFileSync(join(directory, "secrets.json"), "utf8")));
      const { closeDatabase } = await import("@/lib/db");
      await use({ ...(await import("@/prisma/factories")), ...(await import("@/prisma/speech-factories")) });
      await closeDatabase();
    },
    { scope: "worker" },
  ],

  member: async ({ factories, context, baseURL, role, creditMilli }, use) => {
    const member = await factories.makeMember({ role, creditMilli });
    const { encode } = await import("next-auth/jwt");
    const token = { sid: member.sessionId, uid: member.userId };
    const value = await encode({ token, secret: process.env.NEXTAUTH_SECRET ?? "" });
    await context.addCookies([{ name: "next-auth.session-token", value, url: baseURL }]);
    await use(member);
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

/** Collects what the pages of a browser complain of. */
async function listen(context: BrowserContext, complaints: string[]): Promise<BrowserContext> {
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
      console.error(`policy broken: ${effectiveDirective} by ${blockedURI} (${sourceFile}:${lineNumber})`),
    );
  });
  context.on("console", (message) => {
    // The browser notes every refusal, even one the page knows how to tell: the public API's, and the balance's to a page
    // that is still open when its session has ended.
    const { url } = message.location();
    const isRefusal = /\/(tts|stt|api\/console\/[^/]+\/balance)$/.test(url);
    if (message.type() === "error" && !isRefusal) complaints.push(`${message.text()} (${url})`);
  });
  context.on("weberror", (error) => complaints.push(error.error().message));
  return context;
}

/** axe finds nothing on the page as it stands, in light and in dark. */
export async function expectAccessible(page: Page) {
  // A colour caught on its way to another is nobody's contrast.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const theme of ["light", "dark"]) {
    await page.locator("html").evaluate((html, name) => html.setAttribute("data-theme", name), theme);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${theme}: ${id} at ${html}`));
    expect(found).toEqual([]);
  }
}

/** The same page in another language. */
export async function readIn(page: Page, locale: Locale) {
  await page.context().addCookies([{ name: "vang.locale", value: locale, url: page.url() }]);
  await page.reload();
}
