import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import { readXlsx } from "hucre/xlsx";
import { formatMonth } from "@/lib/platform/i18n/format";
import { type Locale, locales } from "@/lib/platform/i18n/locale";
import { expect, test } from "./fixtures";
import { accountants, buyer, hasFaketime, type November, playNovember } from "./november";
import { password } from "./people";
import { print, record } from "./record";
import { wordsOf } from "./words";

const hasPdfText = !spawnSync("pdftotext", ["-v"]).error;

test.describe.configure({ mode: "serial", timeout: 300_000 });

let november: November;

test.beforeAll(async ({ browser }) => {
  test.skip(!hasFaketime, "faketime is missing: install faketime");
  test.setTimeout(300_000);
  november = await playNovember(browser);
});

test.afterAll(() => november?.stop());

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The number in a text of the page, in thousandths. */
function milliOf(text: string, locale: Locale): number {
  const plain = locale === "vi" ? text.replaceAll(".", "").replace(",", ".") : text.replaceAll(",", "");
  const [digits = "0"] = /\d+(\.\d+)?/.exec(plain) ?? [];
  return Math.round(Number(digits) * 1000) * (/[-−]/.test(text) ? -1 : 1);
}

const saved = async (page: Page, name: string): Promise<Buffer> => {
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name, exact: true }).click();
  return readDownload(await downloading);
};

const readDownload = async (download: Download) => readFileSync(await download.path());

const readPdf = (pdf: Buffer) =>
  execFileSync("pdftotext", ["-layout", "-", "-"], { input: pdf, encoding: "utf8" }).normalize("NFC");

for (const locale of locales)
  test(`an accountant closes November alone, and everything agrees with the bank to 0 ₫ (${locale})`, {
    tag: "@deep",
  }, async ({ page }) => {
    const { url, business, month, bank } = november;
    const t = wordsOf(locale);
    const go = async (tab: string) => {
      const tabs = page.getByRole("navigation", { name: t("billing.tabs.label") });
      const link = tabs.getByRole("link", { name: t(`billing.tabs.${tab}`), exact: true });
      await link.click();
      await expect(link).toHaveAttribute("aria-current", "page");
    };
    const shoot = (name: string) => record(page, `accountant-${locale}-${name}`);
    const main = page.getByRole("main");
    const received = sum(bank.map(({ amount }) => amount));
    expect([bank.length, received]).toEqual([3, 3_358_024]);

    await november.signIn(page, accountants[locale], password, locale);
    await shoot("1-overview");
    await page
      .getByRole("link", { name: t("shell.billing"), exact: true })
      .first()
      .click();
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(t("billing.title"));
    await shoot("2-billing");

    // Top-ups of the month, and the receipt of each.
    await go("topUps");
    await page.getByLabel(t("billing.filters.month")).fill(month);
    await page.getByRole("button", { name: t("billing.filters.apply"), exact: true }).click();
    await page.waitForURL(`**/top-ups?month=${month}*`);
    const total = await main
      .locator("p", { hasText: t("billing.totals", { count: 3 }) })
      .locator("span.font-medium")
      .innerText();
    expect(milliOf(total, locale)).toBe(received * 1000);
    await shoot("3-top-ups");
    const topUps = await main
      .getByRole("table")
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    const receipts: number[] = [];
    for (const [index, href] of topUps.entries()) {
      await page.goto(href);
      await main.getByRole("link", { name: t("billing.receipt"), exact: true }).click();
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(t("receipts.title"));
      await expect(main.getByText(buyer.legalName)).toBeVisible();
      const fact = main.locator("dl > div", { has: page.getByText(t("receipts.received"), { exact: true }) });
      receipts.push(milliOf(await fact.locator("dd").innerText(), locale));
      const text = await main.innerText();
      expect(bank.filter(({ reference }) => text.includes(reference))).toHaveLength(1);
      await shoot(`4-receipt-${index + 1}`);
    }
    expect(sum(receipts)).toBe(received * 1000);

    // Movements by kind, and one by the bank's reference.
    await page.goto(`${url}/console/${business}/billing/movements`);
    await page.getByLabel(t("movements.filters.kind")).selectOption("payment");
    await page.getByLabel(t("movements.filters.from"), { exact: true }).fill(`${month}-01`);
    await page.getByLabel(t("movements.filters.to"), { exact: true }).fill(`${month}-30`);
    const filter = page.getByRole("button", { name: t("movements.filters.apply"), exact: true });
    await filter.click();
    const sumOf = async (count: number) =>
      milliOf(
        await main
          .locator("p", { hasText: t("movements.sum", { count }) })
          .locator("span.font-medium")
          .innerText(),
        locale,
      );
    expect(await sumOf(3)).toBe(received * 1000);
    await shoot("5-movements");
    await page.getByLabel(t("movements.filters.transfer")).fill(bank[1]?.reference ?? "");
    await filter.click();
    expect(await sumOf(1)).toBe(1_234_567_000);

    // The statement: page, CSV, workbook and paper.
    await go("statements");
    const row = main.getByRole("row", { name: formatMonth(month, locale) });
    await expect(async () => {
      await page.reload();
      await expect(row.getByText(t("statements.isClosed"), { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 90_000 });
    await shoot("6-statements");
    await row.getByRole("link").click();
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(
      t("statements.title", { month: formatMonth(month, locale) }),
    );
    const number = await main.locator("dd.font-mono").first().innerText();
    expect(number).toMatch(new RegExp(`^${month}-\\d{6}$`));
    const totals = main.getByRole("region", { name: t("statements.totals") });
    // What is free credit is part of another line.
    const sums = totals
      .locator("dl > div")
      .filter({ hasNotText: t("statements.ofFreeCredit") })
      .locator("dd");
    const lines = (await sums.allInnerTexts()).map((text) => milliOf(text, locale));
    const [opening = 0, ...between] = lines;
    const closing = between.pop() ?? 0;
    expect(opening + sum(between)).toBe(closing);
    const paid = totals.locator("div", { has: page.getByText(`${t("movements.kinds.payment")} (3)`, { exact: true }) });
    expect(milliOf(await paid.last().locator("dd").innerText(), locale)).toBe(received * 1000);
    await shoot("7-statement");

    const csv = (await saved(page, t("statements.csv")))
      .toString()
      .trim()
      .split("\r\n")
      .map((line) => line.replace(/"[^"]*"/g, (quoted) => quoted.replaceAll(",", " ")).split(","));
    const workbook = await readXlsx(await saved(page, t("statements.xlsx")));
    const rows = (workbook.sheets[0]?.rows ?? []).map((cells) => cells.map((cell) => String(cell ?? "")));
    for (const file of [csv, rows]) {
      const head = file.findIndex((cells) => cells.includes(t("statements.columns.moneyIn")));
      const at = (name: string) => file[head]?.indexOf(t(`statements.columns.${name}`)) ?? -1;
      const milli = (cells: string[], name: string) => Math.round(Number(cells[at(name)] ?? 0) * 1000);
      const inside = file.slice(head + 1).filter((cells) => cells[at("movementId")]);
      expect(file.flat()).toContain(number);
      const [into, out] = [
        sum(inside.map((one) => milli(one, "moneyIn"))),
        sum(inside.map((one) => milli(one, "moneyOut"))),
      ];
      expect(opening + into - out).toBe(closing);
      const payments = inside.filter((one) => one[at("kind")] === t("movements.kinds.payment"));
      expect(sum(payments.map((one) => milli(one, "moneyIn")))).toBe(received * 1000);
      expect(payments.map((one) => one[at("bankReference")])).toEqual(bank.map(({ reference }) => reference));
    }
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("navigation", { name: t("shell.navigation") })).toBeHidden();
    await shoot("8-statement-printed");
    const pdf = await print(page, `accountant-${locale}-8-statement`);
    if (hasPdfText) {
      const paper = readPdf(pdf);
      for (const words of [number, buyer.taxCode, buyer.legalName]) expect(paper).toContain(words);
    }
    await page.emulateMedia({ media: "screen" });

    // Invoices: one was ordered with its top-up, and each accountant requests one more.
    await page
      .getByRole("link", { name: t("shell.billing"), exact: true })
      .first()
      .click();
    await go("invoices");
    const issued = locale === "vi" ? 2 : 3;
    const requests = main.getByRole("button", { name: t("eInvoices.request") });
    await expect(requests).toHaveCount(4 - issued);
    await requests.first().click();
    await expect(requests).toHaveCount(3 - issued);
    await expect(async () => {
      await page.reload();
      await expect(main.getByText(t("eInvoices.statuses.issued"), { exact: true })).toHaveCount(issued, {
        timeout: 500,
      });
    }).toPass({ timeout: 90_000 });
    await shoot("9-invoices");
    const table = main.getByRole("table", { name: t("eInvoices.title"), exact: true });
    const invoiced: number[] = [];
    for (let index = 0; index < issued; index++) {
      const download = async (ending: string) => {
        const downloading = page.waitForEvent("download");
        await table.getByRole("link", { name: ending }).nth(index).click();
        return readDownload(await downloading);
      };
      const xml = (await download("XML")).toString();
      const amount = Number(/<TgTTTBSo>(\d+)<\/TgTTTBSo>/.exec(xml)?.[1]);
      const [net, tax] = ["TgTCThue", "TgTThue"].map((name) => Number(new RegExp(`<${name}>(\\d+)<`).exec(xml)?.[1]));
      expect((net ?? 0) + (tax ?? 0)).toBe(amount);
      expect(bank.filter(({ reference }) => xml.includes(reference)).map((one) => one.amount)).toEqual([amount]);
      invoiced.push(amount);
      if (!hasPdfText) continue;
      const paper = readPdf(await download("PDF"));
      expect(paper).toContain(buyer.taxCode);
      expect(paper.replace(/\D/g, "")).toContain(String(amount));
    }
    const uninvoiced = main
      .getByRole("table", { name: t("eInvoices.invoiceable") })
      .locator(`td[data-head="${t("eInvoices.columns.amount")}"]`);
    const rest = (await uninvoiced.allInnerTexts()).map((text) => milliOf(text, locale) / 1000);
    expect(rest).toHaveLength(3 - issued);
    expect(sum(invoiced) + sum(rest)).toBe(received);
  });
