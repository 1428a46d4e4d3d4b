import type { Page } from "@playwright/test";
import type { Member } from "@/lib/access/principals/member";
import { answering, startReceiver } from "@/testing/fakes/receiver";
import { expect, expectAccessible, test } from "./fixtures";

const webhooksOf = ({ businessSlug }: Member) => `/console/${businessSlug}/webhooks`;

/** Creates a webhook in the console. Its secret and the form for a test are shown afterwards. */
async function create(page: Page, member: Member, url: string) {
  await page.goto(webhooksOf(member));
  await page.getByRole("link", { name: "Webhook mới" }).click();
  await page.getByRole("textbox", { name: "URL" }).fill(url);
  await page.getByRole("button", { name: "Tạo webhook" }).click();
  await expect(page.getByRole("textbox", { name: "Khóa ký" })).toHaveValue(/^whsec_/);
}

test("a receiver that fails is seen in a test's words, fixed, and gets the missed event by a replay", {
  tag: "@deep",
}, async ({ page, member, factories, speak }) => {
  const receiver = await startReceiver(answering(500, {}, "database is down"));
  try {
    await create(page, member, receiver.url);
    await page.getByRole("button", { name: "Gửi", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: "Chưa nhận được. Máy chủ phản hồi mã 500" })).toBeVisible();
    await page.getByRole("link", { name: "Xem kết quả" }).click();
    await expect(page.getByText("Sự kiện thử chỉ được gửi một lần")).toBeVisible();
    await expect(page.getByText("Máy chủ phản hồi mã 500")).toBeVisible();
    await expect(page.getByText("database is down")).toBeVisible();

    await page.getByRole("link", { name: "Tất cả lần gửi" }).click();
    expect((await speak(await factories.makeKey(member))).status()).toBe(200);
    // The log updates by itself.
    const row = page.getByRole("row", { name: /tts\.completed/ });
    await expect(row.getByText("Máy chủ phản hồi mã 500")).toBeVisible();

    receiver.answer(answering(200));
    await row.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Gửi lại 1 mục đã chọn" }).click();
    await expect(row.getByText("Thành công")).toBeVisible();
    const ids = receiver.received
      .filter(({ body }) => body.includes("tts.completed"))
      .map((one) => one.headers["webhook-id"]);
    expect(new Set(ids).size).toBe(1);
    expect(ids.length).toBeGreaterThan(1);
  } finally {
    await receiver.close();
  }
});

test("a webhook is paused, resumed and deleted, and an invalid URL is rejected next to its field", {
  tag: "@deep",
}, async ({ page, member }) => {
  await create(page, member, "http://127.0.0.1:9/hook");
  await page.getByRole("link", { name: "Mở webhook" }).click();
  await page.getByRole("navigation", { name: "Các trang của webhook" }).getByRole("link", { name: "Cài đặt" }).click();
  await page.getByRole("textbox", { name: "URL" }).fill("ftp://example.com");
  await page.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByRole("textbox", { name: "URL" })).toHaveAccessibleDescription(/https:\/\//);
  await page.getByRole("button", { name: "Tạm ngừng" }).click();
  await expect(page.getByText("Webhook đang tạm ngừng")).toBeVisible();
  await page.getByRole("button", { name: "Bật lại" }).first().click();
  await expect(page.getByText("Đang hoạt động", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Xóa webhook" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Xóa webhook" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("127.0.0.1:9");
  await dialog.getByRole("button", { name: "Xóa webhook" }).click();
  await expect(page.getByRole("heading", { name: "Chưa có webhook nào" })).toBeVisible();
});

test("the events of a webhook are chosen in groups by keyboard, and a saved choice is shown again", {
  tag: "@deep",
}, async ({ page, member }) => {
  await page.goto(`${webhooksOf(member)}/new`, { waitUntil: "networkidle" });
  const wholeGroup = (name: string) => page.getByRole("checkbox", { name: `Mọi sự kiện trong nhóm ${name}` });
  const group = (name: string) => page.getByRole("group", { name, exact: true });
  const sent = () =>
    page
      .locator("form:has([name='events[]'])")
      .evaluate((form: HTMLFormElement) => new FormData(form).getAll("events[]"));
  const jobs = [
    ...["tts.completed", "tts.failed", "stt.completed", "stt.failed"],
    ...["job.succeeded", "job.failed", "job.canceled", "job.paused"],
  ];
  await expect(wholeGroup("Yêu cầu đã xử lý")).toBeChecked();
  await expect(group("Số dư").getByText("đã chọn 0/3")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "credit.low" })).toBeHidden();

  await wholeGroup("Số dư").press("Space");
  expect(await sent()).toEqual([...jobs, "topup.credited", "credit.low", "budget.reached"]);
  await group("Số dư").locator("summary").press("Enter");
  await page.getByRole("checkbox", { name: "credit.low" }).press("Space");
  await expect(wholeGroup("Số dư")).toHaveJSProperty("indeterminate", true);
  await expect(group("Số dư").getByText("đã chọn 2/3")).toBeVisible();
  await page.getByRole("checkbox", { name: "credit.*" }).press("Space");
  await expect(page.getByRole("checkbox", { name: "credit.low" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "credit.low" })).toBeDisabled();
  await expect(wholeGroup("Số dư")).toBeChecked();
  expect(await sent()).toEqual([...jobs, "topup.credited", "budget.reached", "credit.*"]);

  const every = page.getByRole("checkbox", { name: /^\*/ });
  await every.press("Space");
  await expect(wholeGroup("Webhook")).toBeChecked();
  expect(await sent()).toEqual(["*"]);
  await every.press("Space");
  await wholeGroup("Yêu cầu đã xử lý").press("Space");
  expect(await sent()).toEqual(["topup.credited", "budget.reached", "credit.*"]);
  for (const name of ["Yêu cầu đã xử lý", "Khóa API", "Webhook"]) await group(name).locator("summary").press("Enter");
  await expectAccessible(page);
  const form = page.locator("form:has([name='events[]'])");
  expect((await form.boundingBox())?.height).toBeLessThanOrEqual(900);

  // The rejected URL resets the form; the choice stays.
  await page.getByRole("textbox", { name: "URL" }).fill("ftp://example.com");
  await page.getByRole("button", { name: "Tạo webhook" }).click();
  await expect(page.getByRole("textbox", { name: "URL" })).toHaveAttribute("aria-invalid", "true");
  expect(await sent()).toEqual(["topup.credited", "budget.reached", "credit.*"]);
  await page.getByRole("textbox", { name: "URL" }).fill("http://127.0.0.1:9/hook");
  await page.getByRole("button", { name: "Tạo webhook" }).click();
  await page.getByRole("link", { name: "Mở webhook" }).click();
  await page.getByRole("navigation", { name: "Các trang của webhook" }).getByRole("link", { name: "Cài đặt" }).click();
  await expect(wholeGroup("Số dư")).toBeChecked();
  expect(await sent()).toEqual(["topup.credited", "budget.reached", "credit.*"]);
  await group("Khóa API").locator("summary").press("Enter");
  await page.getByRole("checkbox", { name: "key.*" }).press("Space");
  await page.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByText("Đã lưu.")).toBeVisible();
  expect(await sent()).toEqual(["topup.credited", "budget.reached", "credit.*", "key.*"]);
});

test("a check of a receiver that accepts everything shows how to verify signatures and timestamps", async ({
  page,
  member,
}) => {
  const receiver = await startReceiver(answering(204));
  try {
    await create(page, member, receiver.url);
    await page.getByRole("link", { name: "Mở webhook" }).click();
    await page.getByRole("link", { name: "Kiểm tra", exact: true }).click();
    await page.getByRole("button", { name: "Bắt đầu kiểm tra" }).click();
    await expect(page.getByText("Đạt 5/7 mục")).toBeVisible();
    for (const check of ["Chữ ký giả", "Thời điểm cũ"]) {
      const item = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: check }) });
      await expect(item.getByText("Cần sửa")).toBeVisible();
    }
    await expectAccessible(page);
  } finally {
    await receiver.close();
  }
});

test("the documentation of webhooks shows each event with its fields and a receiver's code", async ({ page }) => {
  await page.goto("/docs/webhooks/receivers");
  await page.locator("label", { hasText: /^Python$/ }).click();
  await expect(page.getByText("def is_valid(headers, body):")).toBeVisible();
  await page.goto("/docs/webhooks/events");
  await expect(page.locator("#tts\\.completed")).toBeVisible();
  await expectAccessible(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a webhook is created, and its log is filtered", async ({ page, member }) => {
    await create(page, member, "http://127.0.0.1:9/hook");
    await page.getByRole("link", { name: "Mở webhook" }).click();
    await page.getByRole("link", { name: "Lần gửi", exact: true }).click();
    await page.getByLabel("Trạng thái").selectOption("failed");
    await page.getByRole("button", { name: "Tìm", exact: true }).click();
    await expect(page.getByText("Không tìm thấy lần gửi phù hợp")).toBeVisible();
  });
});

test("axe finds nothing wrong with webhooks", { tag: "@layout" }, async ({
  page,
  member,
  factories,
  pageLocale: _,
}) => {
  const { makeEndpoint, makePastDelivery, makeAttempts } = factories;
  const url = `https://hooks.example.com/${"long-path/".repeat(12)}`;
  const endpoint = await makeEndpoint(member, { url, header: { name: "X-Hook-Token", value: "s3cret" } });
  const delivery = await makePastDelivery(endpoint, { state: "failed", lastStatus: 500, lastError: "status" });
  await makeAttempts(delivery, [{ statusCode: 500, error: "status", responseBody: "x".repeat(2000) }]);
  const pages = [
    "",
    "/new",
    ...["", "/deliveries", `/deliveries/${delivery.id}`, "/settings"].map((at) => `/${endpoint.id}${at}`),
  ];
  for (const path of pages) {
    await page.goto(webhooksOf(member) + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
  expect(await page.content()).not.toContain("s3cret");
});
