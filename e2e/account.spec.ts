import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectAccessible, type Factories, readIn, test } from "./fixtures";

const password = "con mèo trèo cây cau";
const newPassword = "hỏi thăm chú chuột đi đâu";

/** The link to a page in the newest email to an address. */
async function mailedLink(email: string, place: string): Promise<string> {
  const directory = join(process.env.VANG_DATA ?? "", "mail");
  const find = () =>
    readdirSync(directory)
      .filter((name) => name.endsWith(".json"))
      .map((name): { to: string; text: string } => JSON.parse(readFileSync(join(directory, name), "utf8")))
      .filter(({ to }) => to === email)
      .map(({ text }) => new RegExp(`https?://\\S+/link/${place}/\\S+`).exec(text)?.[0])
      .findLast(Boolean);
  await expect.poll(find).toBeDefined();
  return find() ?? "";
}

/** A person who signs in with the password above. */
async function makePerson(factories: Factories) {
  const { hash } = await import("@node-rs/argon2");
  const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const person = await factories.makeUser({ passwordHash, email: `${randomUUID()}@example.com` });
  await factories.makeMember({ userId: person.id });
  return person;
}

async function signIn(page: Page, email: string, secret = password) {
  await page.goto("/sign-in?next=/account");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
}

async function elsewhere(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: "vi-VN" })).newPage();
  await signIn(page, email);
  await expect(page.getByRole("heading", { name: "Hồ sơ" })).toBeVisible();
  return page;
}

test("a profile with another language and time zone applies to pages, times and emails", async ({
  page,
  factories,
}) => {
  const { email } = await makePerson(factories);
  await signIn(page, email);
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
  await expectAccessible(page);
});

test("an uploaded picture is shown in the console, rejected when it is no image, and gone when removed", async ({
  page,
  member,
}) => {
  await page.goto("/account");
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  const upload = async (name: string, buffer: Buffer) => {
    await page.getByLabel("Ảnh mới").setInputFiles({ name, mimeType: "image/jpeg", buffer });
    await expect(page.getByLabel("Ảnh mới")).toHaveAccessibleDescription(new RegExp(`^${name}`));
    await page.getByRole("button", { name: "Tải ảnh lên" }).click();
  };

  await upload("ảnh.jpg", photo);
  const shown = page.getByRole("img", { name: "Ảnh của bạn" });
  await expect(shown).toBeVisible();
  const src = (await shown.getAttribute("src")) ?? "";
  const answer = await page.request.get(src);
  expect(answer.headers()).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=31536000, immutable",
  });

  await upload("ảnh.jpg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
  await expect(page.getByRole("alert").getByText("Chỉ hỗ trợ ảnh JPEG, PNG hoặc WebP.")).toBeVisible();
  await upload("ảnh.jpg", Buffer.concat([photo, Buffer.alloc(20_000_000)]));
  await expect(page.getByRole("alert").getByText("Ảnh lớn hơn 5 MB.")).toBeVisible();
  await expect(shown).toHaveAttribute("src", src);

  await page.goto(`/console/${member.businessSlug}/keys`);
  await expect(page.locator(`img[src="${src}"]`).first()).toBeAttached();
  await page.goto("/account");
  await page.getByRole("button", { name: "Gỡ ảnh" }).click();
  await expect(page.getByRole("button", { name: "Gỡ ảnh" })).toBeHidden();
  expect((await page.request.get(src)).status()).toBe(404);
});

test("a new password signs the other browser out and keeps this one", async ({ page, browser, factories }) => {
  const { email } = await makePerson(factories);
  const other = await elsewhere(browser, email);
  await signIn(page, email);
  await expect(page.getByRole("heading", { name: "Hồ sơ" })).toBeVisible();
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
  await expectAccessible(page);
});

test("an address is changed by a link to the new one, and restored by a link to the old one", async ({
  page,
  browser,
  factories,
}) => {
  const { email } = await makePerson(factories);
  const other = await elsewhere(browser, email);
  const address = `${randomUUID()}@example.com`;
  await signIn(page, email);
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
  await expectAccessible(other);
  await other.getByRole("button", { name: "Khôi phục email này" }).click();
  await expect(other.getByText("Tài khoản đã dùng lại email này.")).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/sign-in/);
  await signIn(page, email);
  await expect(page.getByText("Mật khẩu này đã bị vô hiệu hóa.")).toBeVisible();
});

test("a forgotten password is reset by email, without the token staying in the URL", async ({ page, factories }) => {
  const { email } = await makePerson(factories);
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Quên mật khẩu?" }).click();
  await expectAccessible(page);
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
  await expectAccessible(page);
  await page.getByLabel("Mật khẩu mới", { exact: true }).fill("matkhau123");
  await page.getByRole("button", { name: "Đặt mật khẩu" }).click();
  await expect(page.getByText("Mật khẩu này quá dễ đoán").first()).toBeVisible();
  await page.getByLabel("Mật khẩu mới", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Đặt mật khẩu" }).click();
  await expect(page.getByText("Đã đổi mật khẩu.")).toBeVisible();

  await signIn(page, email, newPassword);
  await expect(page.getByRole("heading", { name: "Hồ sơ" })).toBeVisible();
  await page.goto(link);
  await page.getByLabel("Mật khẩu mới", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Đặt mật khẩu" }).click();
  await expect(page.getByText("Liên kết đã được sử dụng hoặc đã hết hạn")).toBeVisible();
});

test("an account is deleted after authentication, with a preview of what happens to each business", async ({
  page,
  factories,
}) => {
  const { email, id } = await makePerson(factories);
  const { businessId, businessSlug } = await factories.makeMember({ userId: id, name: "Đài Tiếng Nói" });
  const colleague = await factories.makeMember({ businessId, role: "admin" });
  await signIn(page, email);
  await page.getByRole("link", { name: "Xóa tài khoản" }).click();
  await expect(page.getByText("Bạn là chủ sở hữu duy nhất")).toBeVisible();
  await expect(page.getByText("Bị đóng vì không còn thành viên nào.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Đến trang Thành viên" })).toHaveAttribute(
    "href",
    `/console/${businessSlug}/members`,
  );
  await expect(page.getByRole("button", { name: "Xóa tài khoản vĩnh viễn" })).toBeHidden();
  await readIn(page, "en");
  await expectAccessible(page);
  await readIn(page, "vi");

  const { db } = await import("@/lib/db");
  await db.membership.updateMany({ where: { userId: colleague.userId }, data: { role: "owner" } });
  await db.session.updateMany({ where: { userId: id }, data: { freshAt: new Date(0) } });
  await page.reload();
  await page.getByLabel(`Nhập ${email} để xác nhận`).fill(email);
  await page.getByRole("button", { name: "Xóa tài khoản vĩnh viễn" }).click();
  await page.getByRole("dialog").getByLabel("Mật khẩu", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Xác minh", exact: true }).click();
  await expect(page.getByText("Đã xóa tài khoản của bạn.")).toBeVisible();
  await signIn(page, email);
  await expect(page.getByText("Email hoặc mật khẩu không đúng").first()).toBeVisible();
});
