import type { Member } from "@/lib/access/principals/member";
import { expect, expectAccessible, type Factories, test } from "./fixtures";

/** A job with a text, and a webhook that failed once. */
async function makeTraced(factories: Factories, member: Member) {
  const { ingest } = await import("@/lib/speech/history/ingest");
  const { createKey } = await import("@/lib/keys/service");
  const { id: keyId } = await createKey(member, factories.makeKeySettings({ name: "Tổng đài" }));
  const job = await factories.makeSpoken({ businessId: member.businessId, keyId }, "Xin chào từ lần trước", {
    voiceId: "south-ngoc",
    metadata: { orderId: "order-123" },
  });
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  const endpoint = await factories.makeEndpoint(member, {
    url: "https://hooks.example.com/vang",
    description: "Kho Huế",
  });
  const delivery = await factories.makePastDelivery(endpoint, { objectId: job.trackingId });
  await factories.makeAttempts(delivery, [{ error: "status", statusCode: 500 }, {}]);
  return job.trackingId;
}

test("a job's trace is opened from the history or by its order's number, and runs again in the playground", async ({
  page,
  member,
  factories,
}) => {
  const trackingId = await makeTraced(factories, member);
  await page.goto(`/console/${member.businessSlug}/history?job=${trackingId}`);
  await page.getByRole("link", { name: "Xem hành trình" }).click();
  await page.waitForURL(`**/trace/${trackingId}`);
  const steps = page.getByRole("list", { name: "Dòng thời gian" }).getByRole("listitem");
  await expect(steps.filter({ hasText: "Gửi webhook thất bại" })).toContainText("Kho Huế hooks.example.com/vang");
  await expect(page.getByRole("main")).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d GMT\+7/);
  await expect(steps.filter({ hasText: "Kiểm tra khóa và giới hạn" })).toContainText("Tổng đài");
  await page.goto(`/console/${member.businessSlug}/members`);
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("ORDER-123", { timeout: 1000 });
  }).toPass();
  await page.getByRole("option", { name: "orderId: order-123" }).click();
  await page.waitForURL(`**/trace/${trackingId}`);
  await page.getByRole("link", { name: "Chạy lại" }).click();
  await page.waitForURL(/\/playground$/);
  await expect(page.getByRole("textbox").first()).toHaveValue("Xin chào từ lần trước");
});

test("a trace is shared with people who are not signed in, without its text, until it is withdrawn", async ({
  page,
  member,
  factories,
  browser,
}) => {
  const trackingId = await makeTraced(factories, member);
  await page.goto(`/console/${member.businessSlug}/trace/${trackingId}`);
  await page.getByRole("button", { name: "Chia sẻ" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Tạo liên kết" }).click();
  const link = await dialog.locator("code").innerText();
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Hành trình yêu cầu");
  await expect(other.getByText("hooks.example.com").first()).toBeVisible();
  await expect(other.getByText("Xin chào từ lần trước")).toHaveCount(0);
  for (const hidden of ["Tổng đài", "Kho Huế", "/vang"]) await expect(other.getByText(hidden)).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Thu hồi" }).click();
  await expect(page.getByRole("button", { name: "Thu hồi" })).toHaveCount(0);
  const withdrawn = await other.request.get(link);
  expect([withdrawn.status(), await withdrawn.text()]).toEqual([
    404,
    expect.stringContaining("Liên kết không còn hiệu lực"),
  ]);
  await other.context().close();
});

test("axe finds nothing wrong with a trace", { tag: "@layout" }, async ({ page, member, factories, pageLocale: _ }) => {
  await page.goto(`/console/${member.businessSlug}/trace/${await makeTraced(factories, member)}`);
  await expectAccessible(page);
});
