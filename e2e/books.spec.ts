import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures";

const text = `# Bến sông

Con đò đã rời bến.

## Chợ sớm

Chợ họp lúc trời chưa sáng.`;

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
  await page.goto(booksOf(member));
  await fill(page, text);
  await expect(chapters(page)).toHaveCount(2);
  await expect(page.getByRole("main").getByRole("status").getByText(/18\s₫/)).toBeVisible();
  const voice = page.getByRole("combobox", { name: "Giọng đọc của Chợ sớm" });
  await voice.focus();
  await voice.selectOption({ label: "Ngọc" });
  await read(page).click();

  await expect(page).toHaveURL(/\/history\/tts_\w+$/);
  await expect(page.getByRole("button", { name: "Nghe Chợ sớm" })).toBeVisible();
  await expect(chapters(page).filter({ hasText: "Ngọc" })).toHaveCount(1);
  await page.getByRole("button", { name: "Nghe Chợ sớm" }).click();
  await expect(page.getByRole("group", { name: "Chợ sớm" })).toHaveAttribute("data-playing");
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Tải Chợ sớm" }).click();
  expect((await saved).suggestedFilename()).toBe("02 Chợ sớm.mp3");
  await expectAccessible(page);
});
