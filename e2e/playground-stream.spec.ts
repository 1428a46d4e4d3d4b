import type { Page } from "@playwright/test";
import { expect, expectAccessible, openPlayground, test } from "./fixtures";
import { playing, speakButton, textBox, trackingId } from "./playground";

const page5000 = "Hóa đơn 1.250.000đ ngày 20/11 của UBND P.5 đã được xử lý lúc 17h30. ".repeat(72).slice(0, 5000);

const lit = (page: Page) => page.getByRole("region", { name: "Cách đọc" }).locator("[data-lit]");

/** How much the layout has moved since the page was asked to count. */
const shifted = (page: Page) => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
const countShifts = (page: Page) =>
  page.evaluate(() => {
    const counted = window as unknown as { shifted: number };
    counted.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counted.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift" });
  });

test("a page of text plays while it is made, its words are lit, and stopping it costs what was made", async ({
  page,
  member,
}) => {
  await openPlayground(page, member);
  await textBox(page).fill(page5000);
  await expect(page.getByText("Giá 1.468,8 ₫")).toBeVisible();
  await expect(page.getByRole("region", { name: "Cách đọc" })).toContainText("mười bảy giờ ba mươi phút");
  await page.evaluate(() => {
    addEventListener("keydown", () => performance.mark("pressed"), { once: true, capture: true });
  });
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => playing(page)).toBe(1);
  await expect(lit(page).first()).toBeAttached();
  await expect(trackingId(page)).toBeHidden();
  const waited = await page.evaluate(() => {
    const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN;
    return at("vang.first-sound") - at("pressed");
  });
  console.info(`A page of text: first sound after ${Math.round(waited)} ms.`);
  await expectAccessible(page);

  await page.getByRole("button", { name: /^Dừng, phí khoảng/ }).click();
  await expect(page.getByText("Đã dừng")).toBeVisible();
  await expect(trackingId(page)).toBeVisible();
  await expect(speakButton(page)).toBeVisible();
  const { db } = await import("@/lib/platform/db");
  const [job, ...others] = await db.job.findMany({ where: { businessId: member.businessId } });
  expect(others).toEqual([]);
  expect(job).toMatchObject({ status: "completed", resultCode: "CLIENT_CLOSED" });
  expect(Number(job?.amountMilli)).toBeGreaterThan(0);
  expect(Number(job?.amountMilli)).toBeLessThan(1_468_800);
});

test("a result that comes moves nothing on the page", { tag: "@deep" }, async ({ page, member }) => {
  await openPlayground(page, member);
  await speakButton(page).click();
  await expect.poll(() => playing(page)).toBe(1);
  await countShifts(page);
  await expect(trackingId(page)).toBeVisible();
  await expect.poll(() => playing(page)).toBe(0);
  await expect(page.getByRole("combobox", { name: "Tốc độ phát" })).toBeVisible();
  expect(await shifted(page)).toBe(0);
  await page.getByRole("button", { name: "Nghe", exact: true }).click();
  await expect(lit(page).first()).toBeAttached();
});

test("a text longer than a request is read in parts, one after another, and is one file in the end", {
  tag: "@deep",
}, async ({ page, member }) => {
  await openPlayground(page, member);
  await textBox(page).fill(`${page5000} Hết.`.padEnd(5100, " Hết."));
  await page.getByText("WAV", { exact: true }).click();
  await speakButton(page).click();
  await expect.poll(() => playing(page)).toBe(1);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Tải xuống một tệp" }).click();
  const file = await (await downloading).path();
  const { statSync } = await import("node:fs");
  const { db } = await import("@/lib/platform/db");
  const jobs = await db.job.findMany({ where: { businessId: member.businessId } });
  expect(jobs).toHaveLength(3);
  const seconds = jobs.reduce((sum, { audioDuration }) => sum + Number(audioDuration), 0);
  expect(Math.abs(statSync(file).size / 48_000 - seconds)).toBeLessThan(1);
  await page.reload();
  await expect(page.getByRole("group", { name: "Toàn bộ văn bản" })).toBeVisible();
});
