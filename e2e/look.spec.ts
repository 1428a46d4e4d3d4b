import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { locales } from "@/lib/i18n/locale";
import type { Member } from "@/lib/principals/member";
import { notify } from "./bank";
import { expect, type Factories, signIn, test } from "./fixtures";

const root = join(import.meta.dirname, "..");
const folder = join(root, ".build/look");
const widths = [320, 390, 768, 1440];
const themes = ["light", "dark"];
const longName =
  "Công ty Trách nhiệm hữu hạn Một thành viên Thương mại Dịch vụ và Sản xuất Nội dung Âm thanh Phương Nam "
    .repeat(3)
    .slice(0, 120)
    .trim();
const longText = "Kính gửi quý khách, đơn hàng số 1.024 sẽ được giao trước 17h ngày 24/11. ".repeat(12).trim();

/** All pages of the application, as paths with parameters in brackets. */
const pages = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, "").replace(/\([^)]+\)\//g, "")}`)
  .filter((path) => path !== "/" && new RegExp((process.env.VANG_LOOK ?? "").replace(/^1$/, "")).test(path))
  .sort();

const readerOf = (path: string) =>
  path.startsWith("/operator") ? "staff" : /^\/(console|account)/.test(path) ? "member" : "anonymous";

type Values = Record<string, string>;

/** A business with much of everything, long names, and an amount of twelve digits. */
async function fill(page: Page, factories: Factories, member: Member): Promise<Values> {
  const { ingest } = await import("@/lib/history/ingest");
  const { createKey } = await import("@/lib/keys/service");
  const { createTopUp } = await import("@/lib/billing/top-ups/create");
  const { vietnamDate } = await import("@/lib/vietnam-time");
  const { newId } = await import("@/lib/ids");
  const { hours } = await import("@/lib/clock");
  const names = ["Tổng đài", longName.slice(0, 60), "Sách nói"];
  const keys: string[] = [];
  for (const name of names) keys.push((await createKey(member, factories.makeKeySettings({ name }))).id);
  const jobs = await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const caller = { businessId: member.businessId, keyId: keys[index % 3] ?? "" };
      const createdAt = new Date(Date.now() - hours(index * 5)).toISOString();
      const failed = index % 7 === 3 && { status: "failed" as const, resultCode: "PROVIDER_FAILED", amountMilli: "0" };
      return index % 4 === 1
        ? factories.makeRecognized(caller, longText, { createdAt, ...failed })
        : factories.makeSpoken(caller, index % 5 === 0 ? longText : "Xin chào Việt Nam", { createdAt, ...failed });
    }),
  );
  await ingest(jobs.map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
  const endpoint = await factories.makeEndpoint(member, { description: longName });
  const delivery = await factories.makePastDelivery(endpoint);
  await factories.makeAttempts(delivery, [{}]);
  for (let index = 0; index < 30; index++)
    await factories.makePastDelivery(endpoint, index % 3 ? {} : { state: "failed", lastStatus: 500, attempts: 10 });
  await createTopUp(member, { amountVnd: 499_999_999, formToken: newId("request") });
  const topUpId = await fillBilling(page, factories, member);
  return {
    business: member.businessSlug,
    keyId: keys[1] ?? "",
    endpoint: endpoint.id,
    delivery: delivery.id,
    topUpId,
    trackingId: jobs[0]?.trackingId ?? "",
    trace: jobs[0]?.trackingId ?? "",
    month: vietnamDate(new Date(Date.now() - 86_400_000 * new Date().getDate())).slice(0, 7),
    group: "speech",
  };
}

/** A closed month with payments, charges and invoices, and a payment of today. Returns its top-up. */
async function fillBilling(page: Page, { makeKeySettings }: Factories, member: Member): Promise<string> {
  const { setAlert } = await import("@/lib/billing/alerts/service");
  const { requestInvoice } = await import("@/lib/billing/e-invoices/request");
  const { setInvoiceDetails } = await import("@/lib/billing/invoice-details/service");
  const { closeMonths } = await import("@/lib/billing/statements/close");
  const { createTopUp } = await import("@/lib/billing/top-ups/create");
  const { clock, days } = await import("@/lib/clock");
  const { db, sql } = await import("@/lib/db");
  const { newId } = await import("@/lib/ids");
  const { createKey } = await import("@/lib/keys/service");
  const { holdCredit } = await import("@/lib/wallet/holds");
  const { captureHolds } = await import("@/lib/wallet/settle");
  const { postTransfer } = await import("@/lib/wallet/post-transfer");
  const { id: keyId } = await createKey(member, makeKeySettings({ name: "Sao kê" }));
  const { businessId } = member;
  const details = { legalName: longName, taxCode: "0314409058", address: `12 Nguyễn Huệ, ${longName}` };
  await setInvoiceDetails(member, { ...details, email: "ke-toan@sach-noi.vn" });
  await setAlert(member, { monthlyCapVnd: 999_999_999_999, belowVnd: 500_000, belowDays: 7 });
  clock.advance(-days(new Date().getDate() + 20));
  for (let step = 0; step < 18; step++) {
    clock.advance(days(1));
    if (step % 4 === 0) {
      const id = newId("topUp");
      const amountVnd = [499_999_999n, 1_234_567n, 50_000n][step % 3] ?? 0n;
      const entered = { amountVnd, externalReference: `HD-${businessId.slice(-6)}/${step}`, createdAt: clock.now() };
      await db.topUp.create({ data: { id, businessId, method: "operator", ...entered } });
      await postTransfer(db, {
        ...{ debit: "bank", credit: { businessId, kind: "available" }, amountMilli: amountVnd * 1000n },
        ...{ kind: "top_up", reference: `top_up:${id}:available` },
      });
      if (step % 8 === 0) await requestInvoice(member, id);
    }
    for (const service of ["tts", "stt"] as const) {
      const trackingId = newId(service);
      await holdCredit({ businessId, keyId, trackingId, amountMilli: 123_456_123n + BigInt(step) });
      await captureHolds(sql, [trackingId]);
    }
  }
  clock.reset();
  await closeMonths();
  const id = await createTopUp(member, { amountVnd: 300_000, formToken: newId("request") });
  const { code, accountNumber } = await db.topUp.findUniqueOrThrow({ where: { id } });
  await notify(page, { account: accountNumber ?? "", amount: 299_000, memo: code ?? "" });
  await expect.poll(() => db.bankTransfer.count({ where: { topUpId: id } }), { timeout: 20_000 }).toBe(1);
  return id;
}

/** Takes a page in each width and theme. */
async function take(page: Page, path: string, name: string): Promise<string[]> {
  const response = await page.goto(path, { waitUntil: "load" });
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
  return [`${response?.status()} ${new URL(page.url()).pathname}`, ...files];
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

for (const locale of locales)
  for (const state of ["empty", "full"] as const)
    test(`${state} in ${locale}`, { tag: "@look" }, async ({ browser, baseURL, factories, complaints }) => {
      test.setTimeout(1_200_000);
      const { clock, days } = await import("@/lib/clock");
      // A full business has had its credit since the month before.
      if (state === "full") clock.advance(-days(new Date().getDate() + 21));
      const made = await factories.makeMember(
        state === "full" ? { name: longName, creditMilli: 999_999_999_999_000n } : {},
      );
      clock.reset();
      const member = { ...made, sessionId: (await factories.makeSession(made.userId)).id };
      const context = await browser.newContext({ baseURL, bypassCSP: true });
      await context.addCookies([{ name: "vang.locale", value: locale, url: baseURL }]);
      const page = await context.newPage();
      const values: Values = state === "full" ? await fill(page, factories, member) : { business: member.businessSlug };
      const taken: [string, string[]][] = [];
      const { makeStaff } = await import("@/prisma/staff-factories");
      const people = { anonymous: null, member, staff: await makeStaff("admin") };
      for (const [who, person] of Object.entries(people)) {
        if (person) await signIn(context, person, baseURL);
        for (const path of pages.filter((one) => readerOf(one) === who)) {
          const target = path.replace(/\[(\w+)\]/g, (all, name: string) => values[name] ?? all);
          if (target.includes("[")) continue;
          const name = `${locale}-${state}${path.replace(/\W+/g, "-")}`;
          taken.push([path, await take(page, target, name)]);
        }
      }
      for (let from = 0; from < taken.length; from += 16)
        await writeSheets(page, `${locale}-${state}-${from / 16 + 1}`, taken.slice(from, from + 16));
      await context.close();
      // The sheets have styles of their own, and some of the pages are not found on purpose.
      complaints.length = 0;
    });
