import type { Browser, Page } from "@playwright/test";
import type { Member } from "@/lib/access/principals/member";
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { mailedLink } from "./mailed-link";
import { makePerson, password } from "./people";

const longName = "Công Tằng Tôn Nữ Hoàng Thị Phương Thảo Nguyên";
const at = ({ businessSlug }: { businessSlug: string }, page: string) => `/console/${businessSlug}/${page}`;

async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.getByRole("button", { name: "Mời thành viên" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("radio", { name: role }).check();
  await dialog.getByRole("button", { name: "Gửi lời mời" }).click();
  await expect(page.getByRole("row", { name: email })).toBeVisible();
  return mailedLink(email, "invitation");
}

/** The link of an invitation that was sent earlier. */
async function makeInvitation({ businessId, userId }: Member, email: string): Promise<string> {
  const [{ db }, { hmac, newToken }, { newId }] = await Promise.all([
    import("@/lib/platform/db"),
    import("@/lib/platform/crypto"),
    import("@/lib/platform/ids"),
  ]);
  const token = newToken();
  await db.invitation.create({
    data: {
      id: newId("invitation"),
      businessId,
      invitedById: userId,
      email,
      role: "developer",
      fingerprint: hmac(process.env.NEXTAUTH_SECRET ?? "", `invitation:${token}`),
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    },
  });
  return `/link/invitation/${token}`;
}

async function setRole(page: Page, name: string, role: string) {
  const row = page.getByRole("row", { name });
  await row.getByRole("button", { name: `Đổi vai trò của ${name}` }).click();
  await row.getByRole("radio", { name: role }).check();
  await row.getByRole("button", { name: "Lưu vai trò" }).click();
  await expect(row.getByRole("dialog")).toBeHidden();
  await expect(row).toContainText(role);
}

/** Another person's browser. */
async function openOther(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage();
}

const newAddress = () => `thao-${Date.now()}-${test.info().project.name}@example.com`;

test("two people go through it all: invite, join, act in each role, transfer ownership, leave", {
  tag: "@deep",
}, async ({ page, member, browser, baseURL }) => {
  test.slow();
  const email = newAddress();
  await page.goto(at(member, "members"));
  const link = await invite(page, email, "Lập trình viên");

  const other = await openOther(browser, baseURL);
  await other.goto(link);
  await expect(other.getByRole("heading", { name: "Tham gia Công ty Sách Nói" })).toBeVisible();
  await expect(other.getByLabel("Email")).toHaveValue(email);
  await other.getByLabel("Họ và tên").fill(longName);
  await other.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Tạo tài khoản và tham gia" }).click();
  await other.waitForURL(`**${at(member, "playground")}`);

  await other.goto(at(member, "keys"));
  await expect(other.getByRole("button", { name: "Khóa mới" })).toBeVisible();
  await other.goto(at(member, "members"));
  await expect(other.getByRole("row", { name: longName })).toContainText("Lập trình viên");
  await expect(other.getByRole("button", { name: "Mời thành viên" })).toBeHidden();
  await other.goto(at(member, "audit"));
  await expect(other.getByText("Bạn không có quyền xem nhật ký hoạt động")).toBeVisible();

  await page.reload();
  await setRole(page, longName, "Kế toán");
  await other.goto(at(member, "keys"));
  await expect(other.getByText("Bạn không có quyền xem khóa API")).toBeVisible();

  await setRole(page, longName, "Người xem");
  await other.reload();
  await expect(other.getByRole("heading", { name: "Khóa API", exact: true })).toBeVisible();
  await expect(other.getByRole("button", { name: "Khóa mới" })).toBeHidden();

  await setRole(page, longName, "Quản trị viên");
  await other.goto(at(member, "members"));
  await expect(other.getByRole("button", { name: "Mời thành viên" })).toBeVisible();
  await expect(other.getByRole("row", { name: "Chủ sở hữu" }).getByRole("button")).toHaveCount(0);

  await handOver(page, other, member);
  await page.getByRole("button", { name: "Rời doanh nghiệp" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rời doanh nghiệp" }).click();
  await page.waitForURL((url) => !url.pathname.includes(member.businessSlug));
  expect((await page.request.get(at(member, "members"))).status()).toBe(404);

  await other.goto(at(member, "audit"));
  for (const what of ["Rời doanh nghiệp", "Nhận quyền sở hữu", "Đổi vai trò", "Tham gia", "Mời thành viên"])
    await expect(other.getByRole("row", { name: what }).first()).toBeVisible();
  await other.context().close();
});

/** The owner makes the offer, and the other member enters their password again and confirms. */
async function handOver(page: Page, other: Page, { userId, businessId, businessSlug }: Member) {
  await page.reload();
  await page.getByRole("button", { name: "Chuyển quyền sở hữu" }).click();
  await page.getByRole("button", { name: "Gửi đề nghị" }).click();
  await expect(page.getByText("đề nghị chuyển quyền sở hữu cho")).toBeVisible();

  const { db } = await import("@/lib/platform/db");
  const hourAgo = new Date(Date.now() - 3_600_000);
  const others = { memberships: { some: { businessId, userId: { not: userId } } } };
  await db.session.updateMany({ where: { user: others }, data: { freshAt: hourAgo } });
  await other.goto(`/console/${businessSlug}/members`);
  await other.getByRole("button", { name: "Nhận quyền sở hữu" }).click();
  await other.getByRole("dialog").getByLabel("Mật khẩu", { exact: true }).fill(password);
  await other.getByRole("dialog").getByRole("button", { name: "Xác minh" }).click();
  await expect(other.getByRole("row", { name: longName })).toContainText("Chủ sở hữu");
  await page.reload();
  await expect(page.getByRole("row", { name: "(bạn)" })).toContainText("Quản trị viên");
}

test("with a member, the owner ends the keys of theirs that are ticked, and no other", async ({
  page,
  member,
  factories,
}) => {
  const [{ createKey }, { db }] = await Promise.all([import("@/lib/keys/service"), import("@/lib/platform/db")]);
  const colleague = await factories.makeMember({ businessId: member.businessId, role: "developer" });
  for (const name of ["Khóa ngừng", "Khóa giữ"]) await createKey(colleague, factories.makeKeySettings({ name }));
  await page.goto(at(member, "members"));
  await page.getByRole("button", { name: "Gỡ Nguyễn Thị Minh" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Khóa ngừng" }).check();
  await dialog.getByRole("button", { name: "Gỡ thành viên" }).click();
  await expect(page.getByRole("button", { name: "Gỡ Nguyễn Thị Minh" })).toBeHidden();
  const live = await db.apiKey.findMany({ where: { businessId: member.businessId, revokedAt: null } });
  expect(live.map(({ name }) => name)).toEqual(["Khóa giữ"]);
});

test("an invitation for another address is rejected with a message, and so is a cancelled or used one", {
  tag: "@deep",
}, async ({ page, member, browser, baseURL }) => {
  const email = newAddress();
  await page.goto(at(member, "members"));
  const link = await invite(page, email, "Người xem");
  await page.goto(link);
  await expect(page.getByText(`Lời mời được gửi tới ${email}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Tham gia" })).toBeHidden();

  await page.goto(at(member, "members"));
  await page.getByRole("button", { name: `Hủy lời mời gửi tới ${email}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Hủy lời mời" }).click();
  await expect(page.getByRole("row", { name: email })).toBeHidden();
  const other = await openOther(browser, baseURL);
  await other.goto(link);
  await expect(other.getByText("Lời mời này đã bị hủy")).toBeVisible();

  await other.context().close();
});

test("an invitation is accepted with an existing account, after signing in", async ({ page, factories }) => {
  const [owner, person] = [await factories.makeMember({ name: "Nhà xuất bản Trẻ" }), await makePerson(factories)];
  await page.goto(await makeInvitation(owner, person.email));
  await page.getByRole("link", { name: "Đăng nhập để tham gia" }).click();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
  await page.getByRole("button", { name: "Tham gia", exact: true }).click();
  await page.waitForURL(`**${at(owner, "playground")}`);
  await page.goto(at(owner, "members"));
  await expect(page.getByRole("row", { name: "(bạn)" })).toContainText("Lập trình viên");
});

test("when a business requires two factors, a member without one sets one up before anything else", {
  tag: "@deep",
}, async ({ page, browser, factories }) => {
  const { userId } = await factories.makeConfirmedApp();
  const owner = await factories.makeMember({ userId });
  const colleague = await factories.makeMember({ businessId: owner.businessId, role: "developer" });
  await signIn(page.context(), owner);
  await page.goto(at(owner, "members"));
  await page.getByRole("button", { name: "Bắt buộc xác thực hai lớp" }).click();
  await expect(page.getByText("Bắt buộc với mọi thành viên.")).toBeVisible();

  const context = await browser.newContext();
  await signIn(context, colleague);
  const other = await context.newPage();
  await other.goto(at(owner, "keys"));
  await expect(other).toHaveURL(new RegExp(`/account/security\\?business=${owner.businessSlug}$`));
  await expect(other.getByText("Công ty Sách Nói yêu cầu xác thực hai lớp")).toBeVisible();
  await factories.makePasskey(colleague.userId);
  await other.reload();
  await other.getByRole("link", { name: "Vào Công ty Sách Nói" }).click();
  await expect(other).toHaveURL(new RegExp(`/console/${owner.businessSlug}$`));
});

test("a member of another business finds neither the members nor the log", async ({ page, member, factories }) => {
  const outsider = await factories.makeMember({ name: "Công ty của người lạ" });
  await page.goto(at(member, "members"));
  for (const path of ["members", "audit", "audit/audit.csv"]) {
    const answer = await page.request.get(at(outsider, path));
    expect(answer.status()).toBe(404);
    expect(await answer.text()).not.toContain("Công ty của người lạ");
  }
});

test("the log is filtered by its URL and downloaded as a file", { tag: "@deep" }, async ({ page, member }) => {
  await page.goto(at(member, "members"));
  await invite(page, newAddress(), "Người xem");
  await page.goto(at(member, "audit"));
  await page.getByLabel(/^Hoạt động/).selectOption({ label: "Thành viên tham gia" });
  await page.getByRole("button", { name: "Lọc" }).click();
  await expect(page).toHaveURL(/action=member\.joined/);
  await expect(page.getByText("Không tìm thấy mục phù hợp")).toBeVisible();
  await page.getByRole("link", { name: "Bỏ lọc" }).first().click();
  await expect(page.getByRole("row", { name: "Mời thành viên" })).toBeVisible();
  const file = await page.request.get(at(member, "audit/audit.csv"));
  expect(await file.text()).toContain("Mời thành viên");
});

test("axe finds nothing wrong with members, an invitation and the log", { tag: "@layout" }, async ({
  page,
  member,
  factories,
  pageLocale: _,
}) => {
  const user = await factories.makeUser({ name: longName });
  await factories.makeMember({ userId: user.id, businessId: member.businessId, role: "billing" });
  const link = await makeInvitation(member, newAddress());
  for (const path of ["members", "audit"]) {
    await page.goto(at(member, path));
    await expectAccessible(page);
  }
  await page.context().clearCookies({ name: "next-auth.session-token" });
  await page.goto(link);
  await expectAccessible(page);
});
