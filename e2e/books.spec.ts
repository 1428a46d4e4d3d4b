import type { Page } from "@playwright/test";
import { zipSync } from "fflate";
import { epubOf } from "@/testing/fakes/epub";
import { expect, expectAccessible, test } from "./fixtures";

/** Two parts: each takes a while on a busy machine. */
const text = "# Con đò đã rời bến\n\n## Chợ họp lúc trời chưa sáng";

const booksOf = ({ businessSlug }: { businessSlug: string }) => `/console/${businessSlug}/playground/books`;

const field = (page: Page) => page.getByRole("textbox", { name: "Văn bản", exact: true });
const read = (page: Page) => page.getByRole("main").getByRole("button", { name: "Đọc sách", exact: true });
const chapters = (page: Page) => page.getByRole("main").getByRole("listitem");

/** Fills in a text, which the page's script has by then. */
async function fill(page: Page, written: string) {
  await expect(async () => {
    await field(page).fill("");
    await field(page).fill(written);
    await expect(chapters(page).first()).toBeVisible({ timeout: 5000 });
  }).toPass();
}

test("a text is split into chapters with their price, read by a voice each, and can be played and downloaded", async ({
  page,
  member,
}) => {
  test.setTimeout(120_000);
  await page.goto(booksOf(member));
  await fill(page, text);
  await expect(chapters(page)).toHaveCount(2);
  await expect(
    page
      .getByRole("main")
      .getByRole("status")
      .getByText(/12,9\s₫/),
  ).toBeVisible();
  const voice = page.getByRole("combobox", { name: "Giọng đọc của Chợ họp lúc trời chưa sáng" });
  await voice.focus();
  await voice.selectOption({ label: "Ngọc" });
  await read(page).click();

  await expect(page).toHaveURL(/\/history\/tts_\w+$/);
  const download = page.getByRole("link", { name: "Tải Chợ họp lúc trời chưa sáng" });
  await expect(download).toBeVisible({ timeout: 60_000 });
  await expect(chapters(page).filter({ hasText: "Ngọc" })).toHaveCount(1);
  await page.getByRole("button", { name: "Nghe Chợ họp lúc trời chưa sáng" }).click();
  await expect(page.getByRole("group", { name: "Chợ họp lúc trời chưa sáng" })).toHaveAttribute("data-playing");
  const saved = page.waitForEvent("download");
  await download.click();
  expect((await saved).suggestedFilename()).toMatch(/^vang-\w+\.mp3$/);
  await expectAccessible(page);
});

const choose = (page: Page, name: string, content: Uint8Array) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "", buffer: Buffer.from(content) });

test("a book of 20 chapters is read, and a changed paragraph alone is read and charged again", {
  tag: "@deep",
}, async ({ page, member }) => {
  test.setTimeout(900_000);
  const main = page.getByRole("main");
  const paragraphs = ["gió nhẹ", "trời trong"].map((words) => `<p>${`${words}, `.repeat(36)}rồi thôi.</p>`).join("");
  const book = zipSync(
    epubOf(Array.from({ length: 20 }, (_, chapter) => ({ title: `Chương ${chapter + 1}`, body: paragraphs }))),
  );
  await page.goto(booksOf(member));
  await fill(page, text);
  await choose(page, "hong.epub", book.slice(0, 500));
  await expect(main.getByRole("alert")).toContainText("Tệp không phải EPUB, hoặc chỉ là một phần của EPUB.");
  await page.getByRole("button", { name: "Bỏ tệp" }).click();
  await choose(page, "ảnh.txt", new Uint8Array([0xff, 0xd8, 0, 1]));
  await expect(main).toContainText("ảnh.txt không phải văn bản UTF-8 và không phải EPUB.");

  await choose(page, "sách.epub", book);
  await expect(chapters(page)).toHaveCount(20);
  await expect(main.getByRole("status").getByText("20 chương")).toBeVisible();
  // What was chosen is still there after a reload.
  await page.reload();
  await expect(chapters(page)).toHaveCount(20);
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");

  await expect(page).toHaveURL(/\/history\/tts_\w+$/);
  await expect(page.getByRole("link", { name: "Tải Chương 20" })).toBeVisible({ timeout: 700_000 });
  const before = page.url();
  await page.getByRole("button", { name: "Văn bản của Chương 3" }).click();
  await page
    .getByRole("button", { name: /^Sửa đoạn ở/ })
    .nth(1)
    .click();
  await page.getByRole("textbox", { name: /^Văn bản của đoạn/ }).fill("Con đò vừa cập bến.");
  // 19 characters at 0.3 đồng.
  await expect(main.getByText(/5,7\s₫/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Đọc lại", exact: true }).click();
  await expect(page).not.toHaveURL(before);
  await expect(page.getByRole("link", { name: "Tải Chương 20" })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Văn bản của Chương 3" }).click();
  await expect(main.getByText("Con đò vừa cập bến.")).toBeVisible();
  await main.getByRole("link", { name: /^tts_/ }).click();
  await expect(page).toHaveURL(before);
  await expect(main.getByText("Đã sửa trong")).toBeVisible();
});
