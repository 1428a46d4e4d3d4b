import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, type Factories, readIn, test } from "./fixtures";
import { calmMoment, codeOf } from "./oathtool";
import { hashedPassword, password, typePassword } from "./people";

type Person = { id: string; email: string };

const person = test.extend<{ person: Person }>({
  person: async ({ factories }, use) => {
    await use(await factories.makeUser({ passwordHash: await hashedPassword() }));
  },
});

/** The first step of signing in, in a browser without a session. */
async function givePassword(page: Page, person: Pick<Person, "email">) {
  await page.context().clearCookies();
  await typePassword(page, person, { next: "/account/security" });
}

/** A person whose app is set up. */
async function makeProtected({ makeConfirmedApp }: Factories) {
  const email = `${crypto.randomUUID()}@example.com`;
  return { email, ...(await makeConfirmedApp({ email, passwordHash: await hashedPassword() })) };
}

/** Sets up an app with the previous code, so that the current one remains usable. */
async function turnOn(page: Page, person: Person) {
  await givePassword(page, person);
  await page.getByRole("button", { name: "Thiết lập ứng dụng" }).click();
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(" ", "");
  await calmMoment();
  await page.getByLabel("Mã xác minh").fill(codeOf(secret, 1));
  const list = page.getByRole("list", { name: "Mã khôi phục" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  return { secret, codes: await list.getByRole("listitem").allInnerTexts() };
}

/** As if the person had made their recovery codes more than a day ago. */
async function makeCodesOld({ id }: Person) {
  const { db } = await import("@/lib/platform/db");
  await db.recoveryCode.updateMany({ where: { userId: id }, data: { createdAt: new Date(Date.now() - 90_000_000) } });
}

const appCard = (page: Page) => page.locator("section").filter({ hasText: /^Ứng dụng xác thực/ });

async function recover(page: Page, code: string) {
  await page.getByRole("link", { name: "Dùng mã khôi phục" }).click();
  await page.getByLabel("Mã khôi phục").fill(code);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
}

person("a person turns codes on with a phone, signs in with one, and turns them off", async ({ page, person }) => {
  const { secret, codes } = await turnOn(page, person);
  // Nowhere on the page is it off, while the codes are still shown.
  await expect(appCard(page)).toContainText("Đã bật");
  await expect(page.getByText("Chưa bật")).toHaveCount(0);
  await expect(page.getByText("Còn 10 trên 10 mã")).toBeVisible();
  await expectAccessible(page);
  const done = page.getByRole("button", { name: "Xong" });
  await expect(done).toBeDisabled();
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Tải tệp .txt" }).click();
  const file = readFileSync(await (await saving).path(), "utf8");
  expect(file).toContain(person.email);
  for (const code of codes) expect(file).toContain(code);
  await page.getByLabel("Tôi đã lưu bộ mã này").check();
  await done.click();
  await expect(appCard(page)).toContainText("Đã bật");
  await expect(page.getByText("Còn 10 trên 10 mã")).toBeVisible();
  expect(await page.content()).not.toContain(codes[0]);

  await givePassword(page, person);
  await page.waitForURL("**/sign-in/two-factor");
  await page.getByLabel("Mã xác minh").fill(codeOf(secret, 1));
  await expect(page.getByText("Mã này đã được dùng")).toBeVisible();
  // The next code would be a new one.
  const used = codeOf(secret);
  await page.getByLabel("Mã xác minh").fill(used);
  await page.waitForURL("**/account/security");

  await page.getByRole("button", { name: "Tắt", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Các thiết bị khác sẽ bị đăng xuất.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await dialog.getByLabel("Mã từ ứng dụng hoặc mã khôi phục").fill(used);
  await dialog.getByRole("button", { name: "Tắt mã từ ứng dụng" }).click();
  await expect(dialog.getByText("Mã này đã được dùng")).toBeVisible();
  await dialog.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await dialog.getByLabel("Mã từ ứng dụng hoặc mã khôi phục").fill(codes[0] ?? "");
  await dialog.getByRole("button", { name: "Tắt mã từ ứng dụng" }).click();
  await expect(dialog.getByText("trong 24 giờ đầu sau khi tạo")).toBeVisible();
  await makeCodesOld(person);
  await dialog.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await dialog.getByLabel("Mã từ ứng dụng hoặc mã khôi phục").fill(codes[0] ?? "");
  await dialog.getByRole("button", { name: "Tắt mã từ ứng dụng" }).click();
  await expect(appCard(page)).toContainText("Chưa bật");
  await givePassword(page, person);
  await page.waitForURL("**/account/security");
});

person(
  "a recovery code signs in once, and a new set invalidates the old one",
  { tag: "@deep" },
  async ({ page, person }) => {
    const { codes } = await turnOn(page, person);
    const [first = "", second = ""] = codes;
    await makeCodesOld(person);

    await givePassword(page, person);
    await recover(page, first);
    await expect(page.getByText("còn lại 9 mã")).toBeVisible();
    await givePassword(page, person);
    await recover(page, first);
    await expect(page.getByText("không đúng hoặc đã được dùng")).toBeVisible();
    await page.getByLabel("Mã khôi phục").fill(second.toLowerCase().replaceAll("-", " "));
    await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
    await expect(page.getByText("còn lại 8 mã")).toBeVisible();

    await page.getByRole("button", { name: "Tạo bộ mã mới" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Tạo bộ mã mới" }).click();
    const shown = page.getByRole("list", { name: "Mã khôi phục" }).getByRole("listitem");
    await expect(shown).toHaveCount(10);
    const renewed = await shown.allInnerTexts();
    expect(renewed).not.toContain(codes[2]);
    await page.getByLabel("Tôi đã lưu bộ mã này").check();
    await page.getByRole("button", { name: "Xong" }).click();
    await expect(page.getByText("Còn 10 trên 10 mã")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Còn 10 trên 10 mã")).toBeVisible();
    const seenAgain = await page.content();
    expect(renewed.filter((code) => seenAgain.includes(code))).toEqual([]);
  },
);

person(
  "the second step is accessible in both languages, and leads back after it has expired",
  { tag: "@deep" },
  async ({ page, factories }) => {
    await givePassword(page, await makeProtected(factories));
    await page.waitForURL("**/sign-in/two-factor");
    await expectAccessible(page);
    await readIn(page, "en");
    await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Use a recovery code" }).click();
    await expect(page.getByRole("heading", { name: "Use a recovery code" })).toBeVisible();
    await expectAccessible(page);

    await page.context().clearCookies({ name: /pending-sign-in/ });
    await page.goto("/sign-in/two-factor");
    await expect(page.getByText(/timed out after 10 minutes|hết hạn \(10 phút\)/)).toBeVisible();
  },
);

person.describe("without scripts", () => {
  person.use({ javaScriptEnabled: false });

  person("the second step works as a plain form", async ({ page, factories }) => {
    const { email, secret } = await makeProtected(factories);
    await givePassword(page, { email });
    await page.waitForURL("**/sign-in/two-factor");
    await page.getByLabel("Mã xác minh").fill("12345");
    await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
    await expect(page.getByText("Nhập mã gồm 6 chữ số")).toBeVisible();
    await calmMoment();
    await page.getByLabel("Mã xác minh").fill(codeOf(secret));
    await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
    await page.waitForURL("**/account/security");
  });
});
