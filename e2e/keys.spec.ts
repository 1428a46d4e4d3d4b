import { expect, expectAccessible, signIn, test } from "./fixtures";
import { makePerson, password } from "./people";

const keysOf = ({ businessSlug }: { businessSlug: string }) => `/console/${businessSlug}/keys`;

test("a member creates a key, synthesizes with it over HTTP, and revokes it: the next call is rejected", async ({
  page,
  member,
  speak,
}) => {
  await page.goto(keysOf(member));
  await page.getByRole("button", { name: "Khóa mới" }).click();
  await page.getByLabel("Tên", { exact: true }).fill("Máy chủ chính");
  await page.getByLabel("Chuyển văn bản thành giọng nói").check();
  await page.getByRole("button", { name: "Tạo khóa" }).click();
  const secret = await page.getByLabel("Khóa mới của bạn").inputValue();
  expect((await speak(secret)).status()).toBe(200);

  await page.getByRole("button", { name: "Xong" }).click();
  const row = page.getByRole("row", { name: "Máy chủ chính" });
  await expect(row).toContainText(`vang_live_…${secret.slice(-4)}`);
  await row.getByRole("button", { name: "Thao tác với khóa “Máy chủ chính”" }).click();
  await row.getByRole("button", { name: "Thu hồi" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Thu hồi khóa" }).click();

  await expect(row).toContainText("Đã thu hồi");
  const refused = await speak(secret);
  expect(refused.status()).toBe(401);
  expect(await refused.json()).toMatchObject({ code: "KEY_INVALID" });
});

test("the dialog that asks who one is keeps the filled form, and shows no error", async ({
  page,
  context,
  baseURL,
  factories,
}) => {
  const person = await makePerson(factories);
  await factories.makeStale(person.userId);
  await signIn(context, person, baseURL);
  await page.goto(keysOf(person));
  await page.getByRole("button", { name: "Khóa mới" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Tên", { exact: true }).fill("Máy chủ chính");
  await dialog.getByText("Giới hạn và thời hạn").click();
  await dialog.getByRole("textbox", { name: "Hạn mức chi tiêu hằng tháng" }).fill("500000");
  await dialog.getByRole("button", { name: "Tạo khóa" }).click();
  await expect(dialog.getByLabel("Mật khẩu", { exact: true })).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await expectAccessible(page);

  await dialog.getByRole("button", { name: "Quay lại" }).click();
  await expect(dialog.getByRole("button", { name: "Tạo khóa" })).toBeFocused();
  await expect(dialog.getByLabel("Tên", { exact: true })).toHaveValue("Máy chủ chính");
  await expect(dialog.getByRole("textbox", { name: "Hạn mức chi tiêu hằng tháng" })).toHaveValue("500.000");
  await dialog.getByRole("button", { name: "Tạo khóa" }).click();
  await dialog.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Xác minh" }).click();
  await expect(dialog.getByLabel("Khóa mới của bạn")).toBeVisible();
});

test("the secret is gone from the page once closed", async ({ page, member }) => {
  await page.goto(keysOf(member));
  await page.getByRole("button", { name: "Khóa mới" }).click();
  await page.getByLabel("Tên", { exact: true }).fill("Ứng dụng Android");
  await page.getByRole("radio", { name: "Khóa thử" }).check();
  await page.getByRole("button", { name: "Tạo khóa" }).click();
  const secret = await page.getByLabel("Khóa mới của bạn").inputValue();
  expect(secret).toMatch(/^vang_test_/);
  expect(await page.content()).toContain(secret);

  await page.keyboard.press("Escape");
  await expect(page.getByRole("row", { name: "Ứng dụng Android" })).toBeVisible();
  await expect.poll(() => page.content()).not.toContain(secret);
  await page.getByRole("button", { name: "Khóa mới" }).click();
  await expect(page.getByLabel("Tên", { exact: true })).toHaveValue("");
  expect(await page.content()).not.toContain(secret);
});

test("a key is created and revoked by keyboard alone, and the focus is never lost", { tag: "@deep" }, async ({
  page,
  member,
}) => {
  await page.goto(keysOf(member));
  const newKey = page.getByRole("button", { name: "Khóa mới" });
  await newKey.focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Tên", { exact: true }).focus();
  await page.keyboard.type("Tổng đài");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Khóa mới của bạn")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(newKey).toBeFocused();

  const row = page.getByRole("row", { name: "Tổng đài" });
  const acts = row.getByRole("button", { name: "Thao tác với khóa “Tổng đài”" });
  await acts.focus();
  for (const leave of ["Escape", ""]) {
    await page.keyboard.press("Enter");
    await expect(row.getByRole("button", { name: "Cấp lại" })).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    if (!leave) break;
    await page.keyboard.press(leave);
    await expect(acts).toBeFocused();
  }
  await page.getByRole("dialog").getByRole("button", { name: "Thu hồi khóa" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Khóa API" })).toBeFocused();
});

test("a dialog that is reopened before its close event arrives stays open", { tag: "@deep" }, async ({
  page,
  member,
}) => {
  await page.goto(keysOf(member));
  const newKey = page.getByRole("button", { name: "Khóa mới" });
  await newKey.click();
  await page.getByLabel("Tên", { exact: true }).fill("Nháp");

  // Both within one task, since the close event comes in a task of its own.
  await newKey.evaluate((button: HTMLElement) => {
    document.querySelector<HTMLDialogElement>("dialog[open]")?.close();
    button.click();
  });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));

  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByLabel("Tên", { exact: true })).toHaveValue("");
});

test("a key's form shows all errors at once, each beside its field, and keeps the input", async ({ page, member }) => {
  await page.goto(keysOf(member));
  await page.getByRole("button", { name: "Khóa mới" }).click();
  await page.getByLabel("Chuyển văn bản thành giọng nói").uncheck();
  await page.getByLabel("Chuyển giọng nói thành văn bản").uncheck();
  await page.getByText("Giới hạn và thời hạn").click();
  await page.getByLabel("Địa chỉ IP được phép").fill("máy-chủ");
  await page.getByLabel("Số yêu cầu đồng thời").fill("10001");
  await page.getByRole("button", { name: "Tạo khóa" }).click();
  await expect(page.getByLabel("Tên", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Địa chỉ IP được phép")).toHaveAccessibleDescription(/không phải là địa chỉ IP/);
  await expect(page.getByLabel("Số yêu cầu đồng thời")).toHaveAccessibleDescription(/Không được vượt giới hạn/);
  await expect(page.getByLabel("Tên", { exact: true })).toHaveAccessibleDescription(/Nhập tên khóa/);
  await expect(page.getByText("Chọn ít nhất một quyền")).toBeVisible();

  await page.getByLabel("Tên", { exact: true }).fill("Máy chủ");
  await page.getByRole("button", { name: "Tạo khóa" }).click();
  await expect(page.getByText("Nhập tên khóa")).toBeHidden();
  await expect(page.getByLabel("Tên", { exact: true })).toHaveValue("Máy chủ");
});

test("another business and its keys are not found", async ({ page, member, factories }) => {
  const outsider = await factories.makeMember({ name: "Công ty của người lạ" });
  await factories.makeKey(outsider);

  const answer = await page.request.get(keysOf(outsider));
  expect(answer.status()).toBe(404);
  expect(await answer.text()).not.toContain("Công ty của người lạ");
  await page.goto(keysOf(member));
  await expect(page.getByText("Chưa có khóa API nào đang hoạt động")).toBeVisible();
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });

  test("sees the keys and cannot change them", async ({ page, member, factories }) => {
    await factories.makeKey(member);
    await page.goto(keysOf(member));
    await expect(page.getByRole("row", { name: "Production server" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Khóa mới" })).toBeHidden();
    await expect(page.getByRole("button", { name: /^Thao tác với/ })).toHaveCount(0);
  });
});

test.describe("an accountant", () => {
  test.use({ role: "billing" });

  test("sees a message that their role has no access to keys", async ({ page, member, factories }) => {
    await factories.makeKey(member);
    expect((await page.goto(keysOf(member)))?.status()).toBe(403);
    await expect(page.getByText("không có quyền xem khóa API")).toBeVisible();
    expect(await page.content()).not.toContain("Production server");
    await expectAccessible(page);
  });
});

test("axe finds nothing wrong with the keys: none, one, and while one is created", { tag: "@layout" }, async ({
  page,
  member,
  factories,
  pageLocale,
}) => {
  await page.goto(keysOf(member));
  await expectAccessible(page);
  await factories.makeKey(member);
  await page.reload();
  await expectAccessible(page);
  await page.getByRole("button", { name: { vi: "Khóa mới", en: "New key" }[pageLocale] }).click();
  await expectAccessible(page);
});
