import { expect, type Page, test } from "@playwright/test";
import { newDataDirectory, type OwnServer, startOwnServer } from "@/testing/harness/own-server";

// Both tests share one server.
test.describe.configure({ mode: "default" });

let server: OwnServer;

test.beforeAll(async () => {
  server = await startOwnServer({ VANG_DATA: newDataDirectory(), VANG_ANONYMOUS_FORMS_PER_MINUTE: "5" });
});

test.afterAll(async () => {
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
});

const exhaust = (method: string, limit: number) =>
  Promise.all(
    Array.from({ length: limit }, () => fetch(`${server.url}/sign-in`, { method, headers: { origin: server.url } })),
  );

async function signIn(page: Page) {
  await page.goto(`${server.url}/sign-in`);
  await page.getByLabel("Email").fill("minh@example.com");
  await page.getByLabel("Mật khẩu", { exact: true }).fill("con mèo trèo cây cau");
  await exhaust("POST", 5);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
}

test("when their network sends too many forms people see a message, and their input stays", { tag: "@deep" }, async ({
  page,
}) => {
  await signIn(page);
  await expect(page.getByText("Có quá nhiều yêu cầu trong thời gian ngắn.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("minh@example.com");
});

test("without JavaScript they get a page with the message in both languages, for pages too", { tag: "@deep" }, async ({
  browser,
}) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(page);
  await expect(page.getByText("Vui lòng đợi một lát rồi thử lại.")).toBeVisible();
  await expect(page.getByText("Wait a moment, then try again.")).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Email")).toHaveValue("minh@example.com");

  await exhaust("GET", 50);
  expect((await page.goto(`${server.url}/forgot`))?.status()).toBe(429);
});
