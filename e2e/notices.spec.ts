import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures";

/** The link to the notices, which on a phone is in the menu. */
async function bellOf(page: Page) {
  if (test.info().project.name === "phone") await page.getByRole("button", { name: "Mở trình đơn" }).click();
  return page.getByRole("link", { name: /^Thông báo/ }).filter({ visible: true });
}

test("a notice is counted in the sidebar, leads to its page, and is then read", { tag: "@layout" }, async ({
  page,
  member,
  factories,
  request,
}) => {
  const secret = await factories.makeKey(member);
  expect((await request.get(`/tts/models?api_key=${secret}`)).status()).toBe(400);
  // The response does not wait for the notice.
  await expect(async () => {
    await page.goto(`/console/${member.businessSlug}/members`);
    await expect(await bellOf(page)).toHaveAccessibleName("Thông báo 1 chưa đọc", { timeout: 1000 });
  }).toPass();
  await page.getByRole("link", { name: "Thông báo 1 chưa đọc" }).filter({ visible: true }).click();

  const notices = page.getByRole("list", { name: "Thông báo" });
  const notice = notices.getByRole("link", { name: "Production server" });
  await expect(notices.getByRole("img", { name: "Chưa đọc" })).toHaveCount(1);
  await expectAccessible(page);
  await notice.click();
  await expect(page).toHaveURL(new RegExp(`/console/${member.businessSlug}/keys/key_`));
  await page.goto("/account/notices");
  await expect(notice).toBeVisible();
  await expect(notices.getByRole("img", { name: "Chưa đọc" })).toHaveCount(0);
  await page.goto("/account/notices?unread=1");
  await expect(page.getByText("Không có thông báo chưa đọc")).toBeVisible();
});

test("a kind of notice that is not wanted by email stays off", async ({ page, member }) => {
  expect(member.role).toBe("owner");
  await page.goto("/account/notices");
  const choice = page.getByRole("switch", { name: "Khóa API sắp hết hạn" });
  await choice.uncheck();
  await page.getByRole("button", { name: "Lưu", exact: true }).click();
  await expect(page.getByText("Đã lưu")).toBeVisible();
  await page.reload();
  await expect(choice).not.toBeChecked();
  await expect(page.getByRole("switch", { name: "Có quản trị viên mới" })).toBeChecked();
});
