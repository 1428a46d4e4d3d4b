import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

/** The newest email to an address, from the directory that stores emails without an SMTP server. */
async function readMail(email: string): Promise<{ text: string }> {
  const directory = join(process.env.VANG_DATA ?? "", "mail");
  const find = () =>
    readdirSync(directory)
      .filter((name) => name.endsWith(".json"))
      .map((name) => JSON.parse(readFileSync(join(directory, name), "utf8")))
      .findLast(({ to }) => to === email);
  await expect.poll(find).toBeDefined();
  return find();
}

async function signUp(page: Page, email: string) {
  await page.goto("/sign-up");
  await page.getByLabel("Họ và tên").fill("Trần Thị Ngọc Hà");
  await page.getByLabel("Tên doanh nghiệp").fill("Công ty Cổ phần Công nghệ Giọng nói Đại Việt");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Mật khẩu", { exact: true }).fill("sông Hương mùa nước nổi");
  await page.getByRole("button", { name: "Tạo tài khoản" }).click();
  await page.waitForURL("**/sign-up/check-mail**");
}

test("a partner signs up, verifies the address, listens to a sentence and calls the API with a key of their own", async ({
  page,
  request,
}) => {
  const email = `ha-${Date.now()}-${test.info().project.name}@example.com`;
  await signUp(page, email);
  const { text } = await readMail(email);
  await page.goto(/https?:\S+\/verify\S+/.exec(text)?.[0] ?? "");
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
  const { hashPassword } = await import("@/lib/account/password");
  const password = "sông Hương mùa nước nổi";
  const user = await factories.makeUser({ passwordHash: await hashPassword(password) });
  const { businessSlug } = await factories.makeMember({ userId: user.id });

  await page.goto(`/console/${businessSlug}/history`);
  await expect(page).toHaveURL(/sign-in\?next=/);
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
  await expect(page).toHaveURL(`/console/${businessSlug}/history`);
});
