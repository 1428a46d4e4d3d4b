import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures";
import { mailedLink } from "./mailed-link";
import { makePerson, password } from "./people";

async function signUp(page: Page, email: string) {
  await page.goto("/sign-up");
  await page.getByLabel("Họ và tên").fill("Trần Thị Ngọc Hà");
  await page.getByLabel("Tên doanh nghiệp").fill("Công ty Cổ phần Công nghệ Giọng nói Đại Việt");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Tạo tài khoản" }).click();
  await page.waitForURL("**/sign-up/check-mail**");
}

test("a partner signs up, verifies the address, listens to a sentence and calls the API with a key of their own", async ({
  page,
  request,
}) => {
  const email = `ha-${Date.now()}-${test.info().project.name}@example.com`;
  await signUp(page, email);
  await page.goto(await mailedLink(email, "verify"));
  await page.getByRole("button", { name: "Xác nhận email này" }).click();
  await page.waitForURL("**/playground");

  await expect(page.getByText("50.000 ₫").filter({ visible: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Văn bản" }).press("ControlOrMeta+Enter");
  await expect(page.getByRole("slider", { name: /Vị trí/ })).toBeVisible();
  const trackingId =
    (
      await page
        .getByText(/tts_[0-9a-v]{26}/)
        .first()
        .textContent()
    )?.match(/tts_\w+/)?.[0] ?? "";

  await page.goto(page.url().replace("playground", "keys"));
  await page.getByRole("button", { name: "Khóa mới" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Tên").fill("Máy chủ chính");
  await dialog.getByRole("button", { name: "Tạo khóa" }).click();
  const secret = await dialog.getByLabel("Khóa mới của bạn", { exact: true }).inputValue();

  const found = await request.get(`/tts/jobs?id=${trackingId}`, { headers: { "x-api-key": secret } });
  expect(await found.json()).toMatchObject({ trackingId });
});

test("a person who is not signed in is asked to, and then returns to the requested page", async ({
  page,
  factories,
}) => {
  const { email, businessSlug } = await makePerson(factories);

  await page.goto(`/console/${businessSlug}/history`);
  await expect(page).toHaveURL(/sign-in\?next=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
  await expect(page).toHaveURL(`/console/${businessSlug}/history`);
});

test("axe finds nothing wrong with the pages before signing in", { tag: "@layout" }, async ({
  page,
  pageLocale: _,
}) => {
  const linked = ["verify", "reset", "confirm-email", "undo-email", "not-me", "reset-factors", "keep-factors"];
  const pages = ["/sign-in", "/sign-up", "/sign-up/check-mail", "/forgot"];
  for (const path of [...pages, ...linked.map((place) => `/link/${place}/${"a".repeat(43)}`)]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});
