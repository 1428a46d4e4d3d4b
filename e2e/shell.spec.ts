import { chromium } from "@playwright/test";
import sharp from "sharp";
import { expect, signIn, test, watchShifts } from "./fixtures";
import { mailedLink } from "./mailed-link";
import { makePerson, password } from "./people";

test("a language and a theme chosen by hand stay on other pages and after a reload", async ({ page }) => {
  const html = page.locator("html");
  await page.goto("/sign-in");
  await expect(html).toHaveAttribute("lang", "vi");
  await page.getByRole("button", { name: "English" }).click();
  await expect(html).toHaveAttribute("lang", "en");
  await page.getByRole("button", { name: "Dark" }).click();
  await expect(html).toHaveAttribute("data-theme", "dark");
  for (const path of ["/sign-up", "/docs"]) {
    await page.goto(path);
    await expect(html).toHaveAttribute("lang", "en");
    await expect(html).toHaveAttribute("data-theme", "dark");
  }
});

test("a page that fails shows a message with the request's ID, and works again once its cause is gone", async ({
  page,
  member: { businessId, businessSlug },
  complaints,
}) => {
  const { db } = await import("@/lib/platform/db");
  const details = { legalName: "Sách Nói", address: "12 Nguyễn Huệ", email: "a@example.com", updatedAt: new Date() };
  await db.invoiceDetails.create({ data: { businessId, ...details, encryptedTaxCode: "v1.unreadable" } });
  await page.goto(`/console/${businessSlug}/settings`);
  await expect(page.getByRole("heading", { name: "Đã xảy ra lỗi" })).toBeVisible();
  await expect(page.getByText(/Mã yêu cầu/)).toBeVisible();
  expect(await page.content()).not.toContain("unreadable");
  expect(complaints).not.toEqual([]);
  complaints.length = 0;

  await db.invoiceDetails.delete({ where: { businessId } });
  await page.getByRole("button", { name: "Thử lại" }).click();
  await expect(page.getByRole("heading", { name: "Cài đặt", level: 1 })).toBeVisible();
});

test("an email of this machine can be read in its mailbox", { tag: "@deep" }, async ({ page, factories }) => {
  const { email } = await makePerson(factories);
  await page.goto("/forgot");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Gửi liên kết" }).click();
  const link = await mailedLink(email, "reset");
  await page.goto("/dev/mail");
  await page.getByRole("listitem").filter({ hasText: email }).getByRole("link").click();
  await expect(page.getByText(link).first()).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a form that needs a proof leads to a page that asks for it, and back", async ({ page, factories }) => {
    const person = await makePerson(factories);
    await factories.makeStale(person.userId);
    await signIn(page.context(), person);
    await page.goto("/account/delete");
    await page.getByLabel(`Nhập ${person.email} để xác nhận`).fill(person.email);
    await page.getByRole("button", { name: "Xóa tài khoản vĩnh viễn" }).click();
    await page.getByRole("link", { name: "Xác minh danh tính" }).click();
    await expect(page).toHaveURL(/\/account\/confirm\?next=/);
    await page.getByLabel("Mật khẩu", { exact: true }).fill("không phải mật khẩu");
    await page.getByRole("button", { name: "Xác minh", exact: true }).click();
    await expect(page.getByText("Mật khẩu không đúng").first()).toBeVisible();
    await page.getByLabel("Mật khẩu", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Xác minh", exact: true }).click();
    await page.getByRole("link", { name: "Tiếp tục" }).click();
    await expect(page).toHaveURL(/\/account\/delete$/);
  });
});

test("no page of the console moves its content while it loads", { tag: "@deep" }, async ({ page, member }) => {
  const shift = await watchShifts(page);
  for (const path of [
    "",
    "/playground",
    "/history",
    "/keys",
    "/webhooks",
    "/usage",
    "/billing",
    "/members",
    "/settings",
  ]) {
    await page.goto(`/console/${member.businessSlug}${path}`);
    await page.waitForLoadState("networkidle");
    // To three decimals, as Lighthouse counts.
    expect(await shift(), path).toBeLessThan(0.0005);
  }
});

test("a followed link shows the shape of its page until that has loaded", async ({ page, member }) => {
  await page.goto(`/console/${member.businessSlug}`);
  let load = () => {};
  const released = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/history\?/, async (route) => {
    await released;
    await route.continue();
  });
  const link = page.getByRole("navigation").getByRole("link", { name: "Lịch sử" }).first();
  await expect(async () => {
    await link.click();
    await expect(page.getByRole("status").filter({ hasText: "Đang tải" })).toBeAttached({ timeout: 2000 });
  }).toPass();
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  load();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lịch sử");
});

test("the veil behind a dialog reaches the edge of the window, also beside a classic scroll bar", {
  tag: "@deep",
}, async ({ member, baseURL, launchOptions }) => {
  const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] });
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({ baseURL, colorScheme, viewport: { width: 1440, height: 900 } });
    await signIn(page.context(), member);
    await page.goto(`/console/${member.businessSlug}/keys#new`);
    await expect(page.getByRole("dialog")).toBeVisible();
    const { data, info } = await sharp(await page.screenshot())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number) => [...data.subarray((600 * info.width + x) * info.channels).subarray(0, 3)];
    const [beside, edge] = [at(1415), at(1437)];
    for (const channel of [0, 1, 2]) expect(Math.abs((beside[channel] ?? 0) - (edge[channel] ?? 255))).toBeLessThan(3);
    await page.close();
  }
  await browser.close();
});
