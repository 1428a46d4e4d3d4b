import { expect, test } from "@playwright/test";
import { newDataDirectory, startOwnServer } from "../lib/testing/own-server";

test("in a flood from their network people are told to wait, and what they typed stays", async ({ page }) => {
  const server = await startOwnServer({ VANG_DATA: newDataDirectory(), VANG_FORMS_PER_MINUTE: "1" });
  const form = { method: "POST", headers: { origin: server.url }, body: "garbage" };
  await Promise.all(Array.from({ length: 20 }, () => fetch(`${server.url}/sign-in`, form)));

  await page.goto(`${server.url}/sign-in`);
  await page.getByLabel("Email").fill("minh@example.com");
  await page.getByLabel("Mật khẩu", { exact: true }).fill("con mèo trèo cây cau");
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();

  await expect(page.getByText("Mạng của bạn vừa gửi quá nhiều yêu cầu cùng lúc.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("minh@example.com");
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
});
