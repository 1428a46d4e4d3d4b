import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { locales } from "@/lib/platform/i18n/locale";
import { signIn, test } from "./fixtures";
import { fillBusiness, fillDesk, longName, type Values } from "./look-data";

const root = join(import.meta.dirname, "..");
const folder = join(root, ".build/look");
const widths = [390, 768, 1440];
const themes = ["light", "dark"];
/** All pages of the application, as paths with parameters in brackets. */
const pages = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, "").replace(/\([^)]+\)\//g, "")}`)
  .filter((path) => new RegExp((process.env.VANG_LOOK ?? "").replace(/^1$/, "")).test(path))
  .sort();

const readerOf = (path: string) =>
  path.startsWith("/operator") ? "staff" : /^\/(console|account)/.test(path) ? "member" : "anonymous";

/** The path of a page, or what leads to it. */
type Way = string | (() => Promise<void>);

type Take = (page: Page, shoot: (path: string, way?: Way) => Promise<void>) => Promise<void>;

/** Takes a page in each width and theme. */
async function take(page: Page, way: Way, name: string): Promise<string[]> {
  const response = typeof way === "string" ? await page.goto(way, { waitUntil: "load" }) : await way();
  const files = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of themes) {
      await page.locator("html").evaluate((html, value) => html.setAttribute("data-theme", value), theme);
      const file = `${width}-${theme}/${name}.jpg`;
      await page.screenshot({ path: join(folder, file), type: "jpeg", quality: 70, fullPage: true });
      files.push(file);
    }
  }
  return [`${response?.status() ?? ""} ${new URL(page.url()).pathname}`, ...files];
}

/** One sheet for each width and theme, to look at in a browser or as a picture. */
async function writeSheets(page: Page, title: string, taken: [string, string[]][]) {
  for (const [index, kind] of widths.flatMap((width) => themes.map((theme) => `${width}-${theme}`)).entries()) {
    const width = Number.parseInt(kind, 10);
    const shown = width === 1440 ? 480 : width === 768 ? 320 : 240;
    const cells = taken.map(([path, [status, ...files]]) => {
      const source = `data:image/jpeg;base64,${readFileSync(join(folder, files[index] ?? "")).toString("base64")}`;
      return `<figure><figcaption>${path}<br>${status}</figcaption><img src="${source}"></figure>`;
    });
    const style = `body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;font:11px sans-serif;background:#888}
      figure{margin:0;width:${shown}px}img{width:100%;max-height:${shown * 2.2}px;object-fit:cover;object-position:top}`;
    const html = `<!doctype html><meta charset="utf-8"><style>${style}</style>${cells.join("")}`;
    writeFileSync(join(folder, `${title}-${kind}.html`), html);
    await page.setViewportSize({ width: 2000, height: 1000 });
    await page.setContent(html);
    await page.screenshot({ path: join(folder, `${title}-${kind}.png`), fullPage: true });
  }
}

for (const locale of locales) {
  /** A browser in this language, and the sheets of what it takes. */
  async function look(state: string, browser: Browser, baseURL: string | undefined, play: Take) {
    const context = await browser.newContext({ baseURL, bypassCSP: true });
    await context.addCookies([{ name: "vang.locale", value: locale, url: baseURL }]);
    const page = await context.newPage();
    const taken: [string, string[]][] = [];
    await play(page, async (path, way = path) => {
      const name = `${locale}-${state}${path.replace(/\W+/g, "-")}`;
      taken.push([path, await take(page, way, name)]);
    });
    for (let from = 0; from < taken.length; from += 16)
      await writeSheets(page, `${locale}-${state}-${from / 16 + 1}`, taken.slice(from, from + 16));
    await context.close();
  }

  for (const state of ["empty", "full"] as const)
    test(`${state} in ${locale}`, { tag: "@look" }, async ({ browser, baseURL, factories, complaints }) => {
      test.setTimeout(2_400_000);
      const { clock, days } = await import("@/lib/platform/clock");
      const { makeStaff } = await import("@/prisma/staff-factories");
      // A full business has had its credit since the month before.
      if (state === "full") clock.advance(-days(new Date().getDate() + 21));
      const made = await factories.makeMember(
        state === "full" ? { name: longName, creditMilli: 999_999_999_999_000n } : {},
      );
      clock.reset();
      const member = { ...made, sessionId: (await factories.makeSession(made.userId)).id };
      const people = { anonymous: null, member, staff: await makeStaff("admin") };
      await look(state, browser, baseURL, async (page, shoot) => {
        let values: Values =
          state === "full" ? await fillBusiness(page, factories, member) : { business: member.businessSlug };
        for (const [who, person] of Object.entries(people)) {
          const paths = pages.filter((path) => readerOf(path) === who);
          if (person) await signIn(page.context(), person, baseURL);
          if (who === "staff" && state === "full" && paths.length > 0)
            values = { ...values, ...(await fillDesk(factories, member)) };
          for (const path of paths) {
            const target = path.replace(/\[(\w+)\]/g, (all, name: string) => values[name] ?? all);
            if (!target.includes("[")) await shoot(path, target);
          }
        }
      });
      // The sheets have styles of their own, and some of the pages are not found on purpose.
      complaints.length = 0;
    });

  test(`loading in ${locale}`, { tag: "@look" }, async ({ browser, baseURL, factories, complaints }) => {
    test.setTimeout(600_000);
    const made = await factories.makeMember({ name: longName });
    const start = `/console/${made.businessSlug}`;
    const session = await factories.makeSession(made.userId);
    await look("loading", browser, baseURL, async (page, shoot) => {
      await signIn(page.context(), { ...made, sessionId: session.id }, baseURL);
      const open = async () => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(start);
      };
      await open();
      const links = await page.locator("aside a").all();
      const hrefs = await Promise.all(links.map(async (link) => String(await link.getAttribute("href"))));
      for (const href of hrefs.filter((one) => one.startsWith(`${start}/`)))
        await shoot(href.replace(made.businessSlug, "[business]"), async () => {
          await open();
          // The page never comes.
          await page.route(`**${href}?*`, () => undefined);
          await page.locator(`aside a[href="${href}"]`).click();
          await page.locator("p[role=status]:not(:empty)").waitFor({ state: "attached" });
        });
      await page.unrouteAll({ behavior: "ignoreErrors" });
    });
    complaints.length = 0;
  });

  test(`broken in ${locale}`, { tag: "@look" }, async ({ browser, baseURL, factories, complaints }) => {
    test.setTimeout(600_000);
    const { db } = await import("@/lib/platform/db");
    const accountant = await factories.makeMember({ role: "billing", name: longName, creditMilli: 0n });
    const { businessId, businessSlug } = accountant;
    const details = { legalName: "Sách Nói", address: "12 Nguyễn Huệ", email: "a@example.com", updatedAt: new Date() };
    await db.invoiceDetails.create({ data: { businessId, ...details, encryptedTaxCode: "v1.unreadable" } });
    const inBusiness = [
      "keys",
      "playground",
      "webhooks",
      "audit",
      "nothing",
      "settings",
      "history?cursor=x",
      "trace/x",
    ];
    await look("broken", browser, baseURL, async (page, shoot) => {
      for (const path of ["/nothing", "/link/reset/x", "/docs/nothing", "/shared/trace/x"]) await shoot(path);
      await signIn(page.context(), accountant, baseURL);
      for (const path of [...inBusiness.map((one) => `/console/${businessSlug}/${one}`), "/console/x", "/account/x"])
        await shoot(path.replace(businessSlug, "[business]"), path);
    });
    complaints.length = 0;
  });
}
