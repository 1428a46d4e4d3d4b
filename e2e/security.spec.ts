import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, type Factories, signIn, test } from "./fixtures";
import { mailedLink } from "./mailed-link";
import { makePerson, typePassword } from "./people";

const renewed = "trăng lên đỉnh núi trăng mờ";

/** A browser of its own. */
const openBrowser = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

async function signInByPassword(page: Page, email: string, secret?: string) {
  await typePassword(page, { email }, { secret });
  await page.waitForURL(/\/console/);
}

/** A person who is signed in with two browsers. */
async function openTwoBrowsers(browser: Browser, factories: Factories) {
  const person = await makePerson(factories);
  const { id: sessionId } = await factories.makeSession(person.userId);
  const [laptop, other] = [await openBrowser(browser), await openBrowser(browser)];
  await signIn(laptop.context(), person);
  await signIn(other.context(), { ...person, sessionId });
  await other.goto("/account");
  await expect(other).toHaveURL(/\/account$/);
  return { laptop, other };
}

test("one of two browsers signs the other out, which takes effect on its next request", async ({
  browser,
  factories,
}) => {
  const { laptop, other } = await openTwoBrowsers(browser, factories);
  await laptop.goto("/account/security");
  await expect(laptop.getByText("2 phiên đang đăng nhập")).toBeVisible();
  await laptop.getByRole("button", { name: /^Đăng xuất khỏi Firefox/ }).click();
  await expect(laptop.getByText("Không có phiên đăng nhập nào khác.")).toBeVisible();
  await expect(laptop.locator("#sessions")).toBeFocused();

  await other.goto("/account/security");
  await expect(other).toHaveURL(/\/sign-in\?next=%2Faccount%2Fsecurity$/);
});

test("all other browsers are signed out at once, after one confirmation", { tag: "@deep" }, async ({
  browser,
  factories,
}) => {
  const { laptop, other } = await openTwoBrowsers(browser, factories);
  await laptop.goto("/account/security");
  await laptop.getByRole("button", { name: "Đăng xuất khỏi các thiết bị khác" }).click();
  await expect(laptop.getByText("1 phiên đăng nhập khác sẽ kết thúc")).toBeVisible();
  await laptop.getByRole("button", { name: "Đăng xuất tất cả" }).click();
  await expect(laptop.getByText("Không có phiên đăng nhập nào khác.")).toBeVisible();
  await other.goto("/account");
  await expect(other).toHaveURL(/\/sign-in/);
});

test("a page left open after its session has ended queries the balance once more, and not again", async ({
  page,
  member,
}) => {
  await page.clock.install();
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith("/balance") && answer.status() === 404) refused.push(answer.url());
  });
  await page.goto(`/console/${member.businessSlug}/keys`);
  await expect(page.getByRole("main")).toBeVisible();

  const { db } = await import("@/lib/platform/db");
  await db.session.deleteMany({ where: { id: member.sessionId } });
  await expect(async () => {
    await page.clock.runFor(10_000);
    expect(refused).toHaveLength(1);
  }).toPass();
  await page.clock.runFor(60_000);
  expect(refused).toHaveLength(1);
});

test("each attempt appears in the sign-in log, filtered by its outcome, and in the file", { tag: "@deep" }, async ({
  browser,
  factories,
}) => {
  const { email } = await makePerson(factories);
  const page = await openBrowser(browser);
  await typePassword(page, { email }, { secret: "không phải mật khẩu" });
  await expect(page.getByText("Email hoặc mật khẩu không đúng")).toBeVisible();
  await signInByPassword(page, email);

  await page.goto("/account/sign-in-log");
  await expect(page.getByRole("row").filter({ hasText: "Đã đăng nhập" })).toHaveCount(1);
  await page.getByLabel("Kết quả").selectOption({ label: "Bị từ chối" });
  await page.getByRole("button", { name: "Lọc", exact: true }).click();
  await expect(page).toHaveURL(/result=bad/);
  await expect(page.getByRole("row").filter({ hasText: "Sai mật khẩu" })).toHaveCount(1);
  await expect(page.getByRole("row").filter({ hasText: "Đã đăng nhập" })).toHaveCount(0);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Tải CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^vang-sign-ins-\d{4}-\d\d-\d\d\.csv$/);
  const file = await page.request.get("/account/sign-in-log/sign-ins.csv?result=bad");
  expect(await file.text()).toMatch(/^\ufeffThời gian[^\n]*\r\n[^\n]*Sai mật khẩu[^\n]*\r\n$/);
});

test("an email reports a new browser; “this wasn't me” ends every session, and only a new password signs in", {
  tag: "@deep",
}, async ({ browser, factories }) => {
  const { email } = await makePerson(factories);
  const [owner, thief] = [await openBrowser(browser), await openBrowser(browser)];
  await signInByPassword(owner, email);
  await signInByPassword(thief, email);

  await owner.goto(await mailedLink(email, "not-me"));
  await expect(owner).toHaveURL(/\/not-me$/);
  await thief.reload();
  await expect(thief).toHaveURL(/\/console/);
  await owner.getByRole("button", { name: "Không phải tôi, khóa tài khoản" }).click();
  await expect(owner.getByText("Mọi thiết bị đã bị đăng xuất")).toBeVisible();

  await thief.reload();
  await expect(thief).toHaveURL(/\/sign-in/);
  await typePassword(thief, { email });
  await expect(thief.getByText("Mật khẩu này đã bị vô hiệu hóa")).toBeVisible();

  await owner.goto(await mailedLink(email, "reset"));
  await owner.getByLabel("Mật khẩu mới", { exact: true }).fill(renewed);
  await owner.getByRole("button", { name: "Đặt mật khẩu", exact: true }).click();
  await owner.waitForURL(/reset=1/);
  await signInByPassword(owner, email, renewed);
});

test("after signing out, going back shows nothing of the account", async ({ browser, factories }) => {
  const person = await makePerson(factories);
  const page = await openBrowser(browser);
  await signIn(page.context(), person);
  await page.goto("/account/security");
  await page.goto("/console");
  await page.getByRole("button", { name: "Nguyễn Thị Minh" }).click();
  await page.getByRole("button", { name: "Đăng xuất" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goBack();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto("/account/security");
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await page.content()).not.toContain(person.email);
});

test("filters work without scripts", async ({ browser, factories }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, await factories.makeMember());
  const page = await context.newPage();
  await page.goto("/account/sign-in-log");
  await expect(page.getByText("Chưa có lần đăng nhập nào")).toBeVisible();
  await page.getByLabel("Phương thức xác thực").selectOption("passkey");
  await page.getByRole("button", { name: "Lọc", exact: true }).click();
  await expect(page).toHaveURL(/method=passkey/);
  await expect(page.getByText("Không có kết quả phù hợp với bộ lọc")).toBeVisible();
  await page.goto("/account/sign-in-log?cursor=x");
  await expect(page.getByText("Trang không tồn tại.")).toBeVisible();
});

test("axe finds nothing wrong with a person's pages", { tag: "@layout" }, async ({
  page,
  member,
  factories,
  pageLocale: _,
}) => {
  await factories.makeSession(member.userId);
  await factories.makeSignIns(member.userId);
  await page.goto("/account/security");
  await expectAccessible(page);
  await factories.makePasskey(member.userId);
  for (const path of ["security", "sign-in-log", "notices", "delete", "confirm", ""]) {
    await page.goto(`/account/${path}`);
    await expectAccessible(page);
  }
});

test("a page that violates its content policy fails its test, in every browser", async ({
  page,
  browser,
  complaints,
}) => {
  const other = await openBrowser(browser);
  for (const somebody of [page, other]) {
    await somebody.goto("/sign-in");
    // Inserted as by an injection, since scripts added by trusted scripts are allowed.
    await somebody.evaluate(() => {
      document.body.setAttribute("onclick", "window.ran = true");
      document.body.click();
    });
    await expect.poll(() => complaints.join("\n")).toContain("policy broken: script-src-attr by inline");
    expect(await somebody.evaluate(() => "ran" in window)).toBe(false);
    complaints.length = 0;
  }
});
