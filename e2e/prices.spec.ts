import type { Member } from "@/lib/access/principals/member";
import { expect, expectAccessible, openPlayground, readIn, test } from "./fixtures";
import { speakButton } from "./playground";

const pricesOf = ({ businessSlug }: Member) => `/console/${businessSlug}/billing/prices`;

test("a price that changes while the playground is open is shown before anything is charged", { tag: "@deep" }, async ({
  page,
  member,
  context,
  factories,
}) => {
  await openPlayground(page, member);
  await page.getByRole("textbox", { name: "Văn bản" }).fill("Xin chào");
  await expect(page.getByText("Giá 2,4 ₫", { exact: true })).toBeVisible();

  // As an operator’s price it begins after every process has read it, which takes three seconds at most.
  await factories.makePrice(member.businessId, { priceVnd: 450, from: new Date(Date.now() + 4000) });
  const other = await context.newPage();
  await expect(async () => {
    await other.goto(pricesOf(member));
    await expect(other.getByRole("row").filter({ hasText: "Đang áp dụng" }).first()).toContainText("450 ₫", {
      timeout: 500,
    });
  }).toPass({ timeout: 30_000 });
  await speakButton(page).click();
  await expect(page.getByText("Đơn giá vừa thay đổi.")).toBeVisible();
  await expect(page.getByText("Giá 3,6 ₫", { exact: true })).toBeVisible();
  await expect(page.getByText("50.000 ₫").filter({ visible: true })).toBeVisible();

  await speakButton(page).click();
  await expect(page.getByText(/^tts_\w+$/)).toBeVisible();
  await expect(page.getByText("49.996,4 ₫").filter({ visible: true })).toBeVisible();
});

test.describe("a developer", () => {
  test.use({ role: "developer" });

  test("is led from the playground to the prices, with the one that begins next, and not to billing", async ({
    page,
    member,
    factories,
  }) => {
    await factories.makePrice(member.businessId, { priceVnd: 270, from: new Date("2127-01-01T00:00:00+07:00") });
    await page.goto(`/console/${member.businessSlug}/playground`);
    await page.getByRole("link", { name: "Bảng giá" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bảng giá");
    await expect(async () => {
      await page.reload();
      await expect(page.getByText("Từ 01/01/2127 00:00: 270 ₫/1.000 ký tự.")).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByRole("row").filter({ hasText: "Sắp áp dụng" })).toContainText("Giá riêng của doanh nghiệp");
    await expect(page.getByRole("navigation", { name: "Các trang thanh toán" })).toBeHidden();
  });
});

test("axe finds nothing wrong with the prices", { tag: "@layout" }, async ({ page, member, factories }) => {
  await factories.makePrice(member.businessId, { priceVnd: 999_999_999, from: new Date("2127-01-01T00:00:00+07:00") });
  await page.goto(pricesOf(member));
  await readIn(page, test.info().project.name === "phone" ? "vi" : "en");
  await expectAccessible(page);
});
