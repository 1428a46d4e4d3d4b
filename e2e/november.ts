import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import pg from "pg";
import { type Locale, locales } from "@/lib/platform/i18n/locale";
import { newId } from "@/lib/platform/ids";
import { ensureDatabase } from "@/scripts/database.mjs";
import { newDataDirectory, startOwnServer } from "@/testing/harness/own-server";
import { notify } from "./bank";
import { expect, openPlayground } from "./fixtures";
import { hashedPassword, password } from "./people";
import { wordsOf } from "./words";

// The program itself would stay between the test and the server, and not pass the signal on that stops it.
const preload = spawnSync("faketime", ["-f", "+0s", "printenv", "LD_PRELOAD"], { encoding: "utf8" }).stdout?.trim();
export const hasFaketime = Boolean(preload);

export const accountants: Record<Locale, string> = { vi: "ke-toan@sach-noi.vn", en: "accountant@sach-noi.vn" };

export const buyer = { legalName: "Công ty TNHH Sách Nói Việt Nam", taxCode: "0314409058" };

/** Ordered and paid. */
const topUps = [
  [2_000_000, 2_000_000],
  [1_000_000, 1_234_567],
  [300_000, 123_457],
] as const;

export type November = {
  url: string;
  business: string;
  /** `2026-11`, in a year in which it has not ended yet: cookies of later dates are valid in the browser. */
  month: string;
  /** The transfers that the bank reported in it. */
  bank: { reference: string; amount: number }[];
  signIn(page: Page, email: string, secret: string, locale: Locale): Promise<void>;
  stop(): Promise<void>;
};

/** An installation whose clock shows `at` and runs on. */
async function startAt(at: string, data: string) {
  const seconds = Math.round((Date.parse(at) - Date.now()) / 1000);
  // Other tests of the same worker have set their own server's database in its environment.
  const settings = { VANG_DATA: data, DATABASE_URL: "", NODE_OPTIONS: "", LOG_LEVEL: "warn" };
  const time = { LD_PRELOAD: preload, FAKETIME: `+${seconds}s`, DONT_FAKE_MONOTONIC: "1" };
  const server = await startOwnServer({ ...settings, ...time });
  expect(server.process.exitCode, server.output()).toBeNull();
  const books = new pg.Client((await ensureDatabase({ directory: join(data, "postgres") })).url);
  await books.connect();
  const now = () => new Date(Date.now() + seconds * 1000);
  const stop = async () => {
    await books.end();
    server.process.kill("SIGTERM");
    await server.ended;
  };

  /** Signs in by the form; the browser's clock shows the server's time. */
  async function signIn(page: Page, email: string, secret: string, locale: Locale) {
    const t = wordsOf(locale);
    await page.clock.setFixedTime(now());
    await page.context().addCookies([{ name: "vang.locale", value: locale, url: server.url }]);
    await page.goto(`${server.url}/sign-in`);
    await page.getByLabel(t("auth.email")).fill(email);
    await page.getByLabel(t("auth.password"), { exact: true }).fill(secret);
    await page.getByRole("button", { name: t("auth.signIn"), exact: true }).click();
    await page.waitForURL(/\/console\//);
  }

  return { url: server.url, output: server.output, books, now, stop, signIn };
}

type Installation = Awaited<ReturnType<typeof startAt>>;

/** The slug of the demo business, with an accountant for each language. */
async function addAccountants({ books }: Installation): Promise<string> {
  const { rows } = await books.query("SELECT id, slug FROM businesses");
  for (const locale of locales) {
    const id = newId("user");
    await books.query(
      `INSERT INTO users (id, email, name, password_hash, email_verified_at, locale)
       VALUES ($1, $2, 'Lê Thu Hà', $3, now(), $4)`,
      [id, accountants[locale], await hashedPassword(), locale],
    );
    await books.query("INSERT INTO memberships (user_id, business_id, role) VALUES ($1, $2, 'billing')", [
      id,
      rows[0].id,
    ]);
  }
  return rows[0].slug;
}

async function topUp(page: Page, { url, books, now }: Installation, business: string) {
  for (const [ordered, paid] of topUps) {
    await page.goto(`${url}/console/${business}/billing`);
    await page.getByLabel("Số tiền (₫)", { exact: true }).fill(String(ordered));
    if (ordered === paid) await page.getByText("Xuất hóa đơn", { exact: true }).click();
    await page.getByRole("button", { name: "Tạo mã QR chuyển khoản" }).click();
    await page.waitForURL(/\/top-ups\/top_/);
    const memo = await page.getByText(/^LN\w{8}$/).innerText();
    const { rows } = await books.query("SELECT account_number AS account FROM top_ups WHERE code = $1", [memo]);
    await notify(page, { account: rows[0].account, amount: paid, memo, now: now(), url });
    await expect(page.getByText(/đã cộng|Đã cộng/).first()).toBeVisible();
  }
}

/** Enters the invoice details, pays three top-ups, one of them with an invoice, and synthesizes three texts. */
async function play(page: Page, at: Installation, month: string): Promise<Pick<November, "business" | "bank">> {
  const business = await addAccountants(at);
  await at.signIn(page, accountants.vi, password, "vi");
  await page.goto(`${at.url}/console/${business}/settings`);
  const form = page.locator("form", { has: page.getByLabel("Mã số thuế") });
  await form.getByLabel("Tên đơn vị").fill(buyer.legalName);
  await form.getByLabel("Mã số thuế").fill(buyer.taxCode);
  await form.getByLabel("Địa chỉ", { exact: true }).fill("12 Nguyễn Huệ, Thành phố Hồ Chí Minh");
  await form.getByLabel("Email nhận hóa đơn").fill("ke-toan@sach-noi.vn");
  await form.getByRole("button", { name: "Lưu" }).click();
  await expect(form.getByText("Đã lưu.")).toBeVisible();
  await topUp(page, at, business);

  await page.context().clearCookies();
  const [, secret = ""] = /demo@vang\.local.*?\b(\w{16})\b/s.exec(at.output()) ?? [];
  await at.signIn(page, "demo@vang.local", secret, "vi");
  for (const text of ["Xin chào Việt Nam", "Sáng nay trời nắng", "Hẹn gặp lại"]) {
    await openPlayground(page, { businessSlug: business }, at.url);
    await page.getByRole("textbox", { name: "Văn bản" }).fill(text);
    await page.getByRole("button", { name: "Đọc", exact: true }).click();
    await expect(page.getByText(/^tts_\w+$/)).toBeVisible();
  }
  const { rows: bank } = await at.books.query(
    `SELECT reference, amount_vnd::float8 AS amount FROM bank_transfers
     WHERE direction = 'in' AND to_char(occurred_at AT TIME ZONE 'Asia/Ho_Chi_Minh', 'YYYY-MM') = $1 ORDER BY id`,
    [month],
  );
  return { business, bank };
}

/** A business's November by the real pages and the bank's notifications, and then the same installation in December. */
export async function playNovember(browser: Browser): Promise<November> {
  const start = new Date();
  const hasEnded = start > new Date(Date.UTC(start.getUTCFullYear(), 10, 27));
  const year = start.getUTCFullYear() + (hasEnded ? 1 : 0);
  const data = newDataDirectory();
  const month = `${year}-11`;
  const november = await startAt(`${month}-27T02:00:00Z`, data);
  const page = await browser.newPage({ locale: "vi-VN", timezoneId: "Asia/Ho_Chi_Minh" });
  const { business, bank } = await play(page, november, month).finally(async () => {
    await page.close();
    await november.stop();
  });
  const { url, signIn, stop } = await startAt(`${year}-12-02T02:00:00Z`, data);
  return { url, business, month, bank, signIn, stop };
}
