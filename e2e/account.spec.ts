import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectAccessible, type Factories, readIn, signIn, test } from "./fixtures";
import { mailedLink } from "./mailed-link";
import { makePerson, password, typePassword } from "./people";

const newPassword = "hỏi thăm chú chuột đi đâu";

/** The same person in another browser, on their account's page. */
async function elsewhere(browser: Browser, { makeSession }: Factories, { userId }: { userId: string }): Promise<Page> {
  const context = await browser.newContext();
  const { id: sessionId } = await makeSession(userId);
  await signIn(context, { userId, sessionId });
  const page = await context.newPage();
  await page.goto("/account");
  await expect(page).toHaveURL(/\/account$/);
  return page;
}

test("a profile with another language and time zone applies to pages, times and emails", { tag: "@deep" }, async ({
  page,
  factories,
}) => {
  await signIn(page.context(), await makePerson(factories));
  await page.goto("/account");
  await page.getByLabel("Họ và tên").fill("Trần Văn Đức");
  await page.getByLabel("Số điện thoại").fill("0912 345 678");
  await page.getByLabel("Ngôn ngữ").first().selectOption("en");
  await page.getByLabel("Múi giờ").selectOption({ label: "Europe/Paris (GMT+1)" });
  await page.getByRole("button", { name: "Lưu thay đổi" }).click();

  await expect(page.getByRole("status").getByText("Changes saved")).toBeVisible();
  await expect(page.getByLabel("Phone number")).toHaveValue("+84912345678");
  await page.reload();
  await expect(page.getByLabel("Full name")).toHaveValue("Trần Văn Đức");
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Paris");
});

/** Sends a file as the picture. */
async function upload(page: Page, buffer: Buffer) {
  await page.getByLabel("Ảnh mới").setInputFiles({ name: "ảnh.jpg", mimeType: "image/jpeg", buffer });
  await expect(page.getByLabel("Ảnh mới")).toHaveAccessibleDescription(/^ảnh.jpg/);
  await page.getByRole("button", { name: "Tải ảnh lên" }).click();
}

test("an uploaded picture is shown in the console, rejected when it is no image, and gone when removed", {
  tag: "@deep",
}, async ({ page, member }) => {
  await page.goto("/account");
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();

  await upload(page, photo);
  const shown = page.getByRole("img", { name: "Ảnh của bạn" });
  await expect(shown).toBeVisible();
  const src = (await shown.getAttribute("src")) ?? "";
  const answer = await page.request.get(src);
  expect(answer.headers()).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=31536000, immutable",
  });

  await upload(page, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
  await expect(page.getByRole("alert").getByText("Chỉ hỗ trợ ảnh JPEG, PNG hoặc WebP.")).toBeVisible();
  await expect(shown).toHaveAttribute("src", src);

  await page.goto(`/console/${member.businessSlug}/keys`);
  await expect(page.locator(`img[src="${src}"]`).first()).toBeAttached();
  await page.goto("/account");
  await page.getByRole("button", { name: "Gỡ ảnh" }).click();
  await expect(page.getByRole("button", { name: "Gỡ ảnh" })).toBeHidden();
  expect((await page.request.get(src)).status()).toBe(404);
});

// Next cuts bodies off after 10 MB.
test("a picture of 20 MB is rejected with the limit", { tag: "@deep" }, async ({ page, member }) => {
  expect(member.role).toBe("owner");
  await page.goto("/account");
  await upload(page, Buffer.alloc(20_000_000));
  await expect(page.getByRole("alert").getByText("Ảnh lớn hơn 5 MB.")).toBeVisible();
});

test("a new password signs the other browser out and keeps this one", { tag: "@deep" }, async ({
  page,
  browser,
  factories,
}) => {
  const person = await makePerson(factories);
  const other = await elsewhere(browser, factories, person);
  await signIn(page.context(), person);
  await page.goto("/account/security");
  await page.getByLabel("Mật khẩu hiện tại", { exact: true }).fill("đoán bừa");
  await page.getByLabel("Mật khẩu mới", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Đổi mật khẩu" }).click();
  await expect(page.getByText("Mật khẩu không đúng").first()).toBeVisible();

  await page.getByLabel("Mật khẩu hiện tại", { exact: true }).fill(password);
  await page.getByLabel("Mật khẩu mới", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Đổi mật khẩu" }).click();
  await expect(page.getByText("Đã đổi mật khẩu.")).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/sign-in/);
  await page.reload();
  await expect(page).toHaveURL(/\/account\/security/);
});

test("an address is changed by a link to the new one, and restored by a link to the old one", { tag: "@deep" }, async ({
  page,
  browser,
  factories,
}) => {
  const person = await makePerson(factories);
  const { email } = person;
  const other = await elsewhere(browser, factories, person);
  const address = `${randomUUID()}@example.com`;
  await signIn(page.context(), person);
  await page.goto("/account");
  await page.getByLabel("Email mới").fill(address);
  await page.getByRole("button", { name: "Đổi email" }).click();
  await expect(page.getByText("Nếu email đó dùng được")).toBeVisible();

  await page.goto(await mailedLink(address, "confirm-email"));
  await expect(page).toHaveURL(/\/confirm-email$/);
  await page.getByRole("button", { name: "Xác nhận email này" }).click();
  await expect(page.getByText("Đã đổi email của tài khoản.")).toBeVisible();
  await page.getByRole("link", { name: "Đến tài khoản" }).click();
  await expect(page.getByText(address)).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/sign-in/);

  await other.goto(await mailedLink(email, "undo-email"));
  await expect(other).toHaveURL(/\/undo-email$/);
  await other.getByRole("button", { name: "Khôi phục email này" }).click();
  await expect(other.getByText("Tài khoản đã dùng lại email này.")).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/sign-in/);
  await typePassword(page, person);
  await expect(page.getByText("Mật khẩu này đã bị vô hiệu hóa.")).toBeVisible();
});

test("a forgotten password is reset by email, without the token staying in the URL", { tag: "@deep" }, async ({
  page,
  factories,
}) => {
  const { email } = await makePerson(factories);
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Quên mật khẩu?" }).click();
  const said = [];
  for (const address of ["khong-co-ai@example.com", email]) {
    await page.goto("/forgot");
    await page.getByLabel("Email").fill(address);
    await page.getByRole("button", { name: "Gửi liên kết" }).click();
    said.push(await page.getByRole("status").filter({ hasText: "Nếu email này" }).innerText());
  }
  expect(said[0]).toBe(said[1]);

  const link = await mailedLink(email, "reset");
  await page.goto(link);
  await page.goto(link);
  await expect(page).toHaveURL(/\/reset$/);
  await page.getByLabel("Mật khẩu mới", { exact: true }).fill("matkhau123");
  await page.getByRole("button", { name: "Đặt mật khẩu" }).click();
  await expect(page.getByText("Mật khẩu này quá dễ đoán").first()).toBeVisible();
  await page.getByLabel("Mật khẩu mới", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Đặt mật khẩu" }).click();
  await expect(page.getByText("Đã đổi mật khẩu.")).toBeVisible();

  await typePassword(page, { email }, { secret: newPassword, next: "/account" });
  await expect(page.getByRole("heading", { name: "Hồ sơ" })).toBeVisible();
  await page.goto(link);
  await page.getByLabel("Mật khẩu mới", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Đặt mật khẩu" }).click();
  await expect(page.getByText("Liên kết đã được sử dụng hoặc đã hết hạn")).toBeVisible();
});

test("an account is deleted after authentication, with a preview of what happens to each business", {
  tag: "@deep",
}, async ({ page, factories }) => {
  const person = await makePerson(factories);
  const { email, userId: id } = person;
  const { businessId, businessSlug } = await factories.makeMember({ userId: id, name: "Đài Tiếng Nói" });
  const colleague = await factories.makeMember({ businessId, role: "admin" });
  await signIn(page.context(), person);
  await page.goto("/account");
  await page.getByRole("link", { name: "Xóa tài khoản" }).click();
  await expect(page.getByText("Bạn là chủ sở hữu duy nhất và doanh nghiệp còn thành viên khác.")).toBeVisible();
  await expect(page.getByText("Bị đóng vì không còn thành viên nào.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Đến trang Thành viên" })).toHaveAttribute(
    "href",
    `/console/${businessSlug}/members`,
  );
  await expect(page.getByRole("button", { name: "Xóa tài khoản vĩnh viễn" })).toBeHidden();
  await readIn(page, "en");
  await expectAccessible(page);
  await readIn(page, "vi");

  const { db } = await import("@/lib/platform/db");
  await db.membership.updateMany({ where: { userId: colleague.userId }, data: { role: "owner" } });
  await db.session.updateMany({ where: { userId: id }, data: { freshAt: new Date(0) } });
  await page.reload();
  await page.getByLabel(`Nhập ${email} để xác nhận`).fill(email);
  await page.getByRole("button", { name: "Xóa tài khoản vĩnh viễn" }).click();
  await page.getByRole("dialog").getByLabel("Mật khẩu", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Xác minh", exact: true }).click();
  await expect(page.getByText("Đã xóa tài khoản của bạn.")).toBeVisible();
  await typePassword(page, person);
  await expect(page.getByText("Email hoặc mật khẩu không đúng").first()).toBeVisible();
});
