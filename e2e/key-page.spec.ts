import type { Page } from "@playwright/test";
import type { Member } from "@/lib/access/principals/member";
import { expect, expectAccessible, test } from "./fixtures";

const keysOf = ({ businessSlug }: { businessSlug: string }) => `/console/${businessSlug}/keys`;

/** Opens the page of the factories' key. */
async function openKey(page: Page, member: Member) {
  await page.goto(keysOf(member));
  await page.getByRole("link", { name: "Production server" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Production server");
}

test("a key is rotated: both secrets work, the page says that the old one still does, and ends it", {
  tag: "@deep",
}, async ({ page, member, speak, factories }) => {
  const old = await factories.makeKey(member);
  await openKey(page, member);
  await page.getByRole("button", { name: "Cấp lại" }).click();
  await page.getByRole("button", { name: "Tạo khóa mới" }).click();
  const secret = await page.getByLabel("Khóa mới của bạn").inputValue();
  await page.getByRole("button", { name: "Xong" }).click();
  await expect(page.getByText("Chưa có yêu cầu nào dùng khóa cũ")).toBeVisible();
  expect((await speak(old)).status()).toBe(200);
  expect((await speak(secret)).status()).toBe(200);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Yêu cầu gần nhất dùng khóa cũ")).toBeVisible({ timeout: 500 });
  }).toPass();

  await page.getByRole("button", { name: "Ngừng khóa cũ ngay" }).click();
  await expect(page.getByText("Đang hoạt động", { exact: true })).toBeVisible();
  expect((await speak(old)).status()).toBe(401);
  expect((await speak(secret)).status()).toBe(200);
});

test("a key's calls show on its page, in the chart and as figures", async ({ page, member, speak, factories }) => {
  const secret = await factories.makeKey(member);
  await openKey(page, member);
  expect((await speak(secret)).status()).toBe(200);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("list", { name: /30 ngày: 1 yêu cầu đã xử lý, 0 thất bại/ })).toBeVisible({
      timeout: 500,
    });
    await expect(page.getByText("127.0.0.1")).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.locator("summary", { hasText: "Xem số liệu từng ngày" }).click();
  await expect(page.getByRole("table")).toContainText("5,1");
});

test("an invalid limit is rejected next to its field, and a valid one is saved", { tag: "@deep" }, async ({
  page,
  member,
}) => {
  await page.goto(keysOf(member));
  await page.getByRole("button", { name: "Khóa mới" }).click();
  await page.getByLabel("Tên", { exact: true }).fill("Máy chủ");
  await page.getByText("Giới hạn và thời hạn").click();
  await page.getByRole("textbox", { name: "Hạn mức chi tiêu hằng tháng" }).fill("500000");
  await page.getByRole("button", { name: "Tạo khóa" }).click();
  await page.getByRole("button", { name: "Xong" }).click();
  await page.getByRole("link", { name: "Máy chủ" }).click();
  const addresses = page.getByLabel("Địa chỉ IP được phép");
  await addresses.fill("10.0.0.5/8");
  await page.getByRole("button", { name: "Lưu" }).click();
  await expect(addresses).toHaveAccessibleDescription(/10\.0\.0\.0\/8/);
  await expect(addresses).toHaveValue("10.0.0.5/8");
  await addresses.fill("10.0.0.0/8");
  await page.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByText("Đã lưu. Áp dụng từ yêu cầu tiếp theo.")).toBeVisible();
  await page.reload();
  await expect(addresses).toHaveValue("10.0.0.0/8");
  await expect(page.getByRole("textbox", { name: "Hạn mức chi tiêu hằng tháng" })).toHaveValue("500000");
});

test("diagnostics show why a call was rejected, and one click fixes it", async ({ page, member, speak, factories }) => {
  const secret = await factories.makeKey(member);
  const { db } = await import("@/lib/platform/db");
  await db.apiKey.updateMany({ where: { businessId: member.businessId }, data: { allowedAddresses: ["10.0.0.0/8"] } });
  const refused = await speak(secret);
  expect(refused.status()).toBe(403);
  const { requestId } = await refused.json();

  await page.goto(keysOf(member));
  await page.getByRole("link", { name: "Chẩn đoán" }).click();
  const question = page.getByLabel("Mã yêu cầu, trackingId hoặc khóa API");
  await expect(async () => {
    await question.fill(requestId);
    await page.getByRole("button", { name: "Chẩn đoán" }).click();
    await expect(page.getByText("Yêu cầu gửi từ 127.0.0.1")).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.getByRole("button", { name: "Cho phép 127.0.0.1" }).click();
  await expect.poll(async () => (await speak(secret)).status()).toBe(200);

  await question.fill(requestId);
  await page.getByRole("button", { name: "Chẩn đoán" }).click();
  await expect(page.getByText("Đã khắc phục")).toBeVisible();
  await question.fill(secret);
  await page.getByRole("button", { name: "Chẩn đoán" }).click();
  await expect(page.getByText("Khóa đang hoạt động.")).toBeVisible();
  expect(page.url()).not.toContain(secret.slice(10));
  await question.fill("zzzz");
  await page.getByRole("button", { name: "Chẩn đoán" }).click();
  await expect(page.getByText("Không tìm thấy trong doanh nghiệp này")).toBeVisible();
});

test("axe finds nothing wrong with a key's page and its diagnostics", { tag: "@layout" }, async ({
  page,
  member,
  factories,
  pageLocale: _,
}) => {
  const secret = await factories.makeKey(member);
  await openKey(page, member);
  await expectAccessible(page);
  await page.goto(`${keysOf(member)}/doctor`);
  await page.getByRole("textbox").fill(secret);
  await page.getByRole("textbox").press("Enter");
  await expect(page.getByRole("status").getByRole("link").last()).toBeVisible();
  await expectAccessible(page);
});
