import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectAccessible, openPlayground, readIn, test } from "./fixtures";

const searchOf = (page: Page) => page.getByRole("combobox", { name: "Trang, thao tác, mã, khóa, webhook, thành viên" });

/** Keys work only once the page's script has loaded. */
const searchFor = (page: Page, name: string) =>
  expect(async () => {
    await page.keyboard.press("Control+k");
    await searchOf(page).fill(name, { timeout: 1000 });
  }).toPass();

test("a person creates a second business, switches between both by name, and each has its own wallet", {
  tag: "@deep",
}, async ({ page, member }) => {
  await page.goto(`/console/${member.businessSlug}`);
  await page.getByRole("button", { name: "Đổi doanh nghiệp" }).click();
  await page.getByRole("link", { name: "Doanh nghiệp mới" }).click();
  await page.getByLabel("Tên doanh nghiệp").fill("Đài Phát thanh Đồng bằng sông Cửu Long và các tỉnh lân cận");
  await page.getByRole("button", { name: "Tạo doanh nghiệp" }).click();
  await page.waitForURL(/\/console\/dai-phat-thanh-dong-bang-song-cuu-long[^/]*\/playground/);
  await expect(page.getByText("0 ₫").filter({ visible: true }).first()).toBeVisible();

  await expect(async () => {
    await searchFor(page, "sach noi");
    await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Enter");
  await page.waitForURL(`/console/${member.businessSlug}`);
  await expect(page.getByText("50.000 ₫").filter({ visible: true }).first()).toBeVisible();
});

test("everything can be reached from the keyboard by typing a part of its name without accents", {
  tag: "@deep",
}, async ({ page, member }) => {
  await page.goto(`/console/${member.businessSlug}/playground`);
  await searchFor(page, "bao mat");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await page.waitForURL("/account/security");

  await page.goto(`/console/${member.businessSlug}/playground`);
  await searchFor(page, "không có trang này");
  await expect(page.getByText("Không tìm thấy kết quả")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(searchOf(page)).toBeHidden();
});

test("closing the search does not navigate", { tag: "@deep" }, async ({ page, member }) => {
  await page.goto(`/console/${member.businessSlug}/members`);
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(searchOf(page)).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.getByRole("dialog").getByRole("button", { name: "Đóng" }).click();
  await expect(searchOf(page)).toBeHidden();

  await page.getByRole("button", { name: "Mời thành viên" }).click();
  await expect(page.getByRole("heading", { name: "Mời vào doanh nghiệp" })).toBeVisible();
  await expect(page).toHaveURL(/\/members$/);
});

test("a business gets a new name and picture, and its invoice details are validated and saved, with a warning", {
  tag: "@deep",
}, async ({ page, member }) => {
  await page.goto(`/console/${member.businessSlug}/settings`);
  await page.getByLabel("Tên doanh nghiệp", { exact: true }).fill("Nhà xuất bản Mặt Trời");
  await page.getByRole("button", { name: "Lưu" }).first().click();
  await expect(page.getByRole("button", { name: /Nhà xuất bản Mặt Trời/ }).first()).toBeVisible();

  const logo = await sharp({ create: { width: 200, height: 200, channels: 3, background: "#b8324f" } })
    .png()
    .toBuffer();
  await page.getByLabel("Logo").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
  await page.getByRole("button", { name: "Tải ảnh lên" }).click();
  await expect(page.getByRole("button", { name: "Gỡ ảnh" })).toBeVisible();
  await page
    .getByLabel("Logo")
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await page.getByRole("button", { name: "Tải ảnh lên" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "JPEG" })).toBeVisible();

  await page.getByLabel("Tên đơn vị").fill("Công ty TNHH Nhà xuất bản Mặt Trời");
  await page.getByLabel("Mã số thuế").fill("12345");
  await page.getByLabel("Địa chỉ", { exact: true }).fill("12 Nguyễn Huệ, Thành phố Hồ Chí Minh");
  await page.getByLabel("Email nhận hóa đơn").fill("ke-toan@mattroi.vn");
  const invoices = page.locator("section").filter({ has: page.getByRole("heading", { name: "Thông tin hóa đơn" }) });
  await invoices.getByRole("button", { name: "Lưu" }).click();
  await expect(invoices.getByText("Mã số thuế gồm 10 chữ số")).toBeVisible();
  await page.getByLabel("Mã số thuế").fill("0100109107");
  await invoices.getByRole("button", { name: "Lưu" }).click();
  await expect(invoices.getByText("Mã số thuế có thể chưa đúng")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Mã số thuế")).toHaveValue("0100109107");
});

test("a business is archived by typing its name, listed as archived, and restored", { tag: "@deep" }, async ({
  page,
  member,
}) => {
  await page.goto(`/console/${member.businessSlug}/settings`);
  await page.getByRole("button", { name: "Lưu trữ doanh nghiệp" }).click();
  await page.getByLabel(/^Nhập .* để xác nhận$/).fill("Công ty khác");
  await page.getByRole("button", { name: "Lưu trữ ngay" }).click();
  await expect(page.getByText("Tên doanh nghiệp không khớp").first()).toBeVisible();
  await page.getByLabel(/^Nhập .* để xác nhận$/).fill("Công ty Sách Nói");
  await page.getByRole("button", { name: "Lưu trữ ngay" }).click();
  await page.waitForURL("/console/new");
  await expect(page.getByText("Bạn chưa thuộc doanh nghiệp nào")).toBeVisible();
  expect((await page.request.get(`/console/${member.businessSlug}/history`)).status()).toBe(404);

  await page.goto("/console/archived");
  await page.getByRole("button", { name: "Khôi phục Công ty Sách Nói" }).click();
  await page.waitForURL(`/console/${member.businessSlug}/settings`);
});

test("axe finds nothing wrong with settings, a new business and archived businesses", { tag: "@layout" }, async ({
  page,
  member,
  pageLocale: _,
}) => {
  const own = `/console/${member.businessSlug}`;
  for (const path of [`${own}/settings`, `${own}/pronunciations`, "/console/new", "/console/archived"]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});

test("every page of a suspended business says so with the reason, in both languages, and the playground is rejected", {
  tag: "@deep",
}, async ({ page, member, factories }) => {
  const key = await factories.makeKey(member);
  await openPlayground(page, member);
  await factories.suspend(member.businessId, "Chờ xác minh giấy phép");
  await page.getByRole("button", { name: "Đọc", exact: true }).click();
  await expect(page.getByText("nên khóa API không dùng được")).toBeVisible();

  for (const place of ["playground", "history", "keys", "members", "settings", "audit"]) {
    await page.goto(`/console/${member.businessSlug}/${place}`);
    await expect(page.getByText("Lý do: Chờ xác minh giấy phép")).toBeVisible();
  }
  expect((await page.request.get("/tts/models", { headers: { "x-api-key": key } })).status()).toBe(403);
  await readIn(page, "en");
  await expect(page.getByText("This business is suspended")).toBeVisible();
  await expectAccessible(page);
});
