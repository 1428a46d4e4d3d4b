import type { Page } from "@playwright/test";
import type { Member } from "@/lib/access/principals/member";
import { expect, expectAccessible, type Factories, test } from "./fixtures";

const historyOf = ({ businessSlug }: Member) => `/console/${businessSlug}/history`;

/** Calls as the worker would have recorded them, the newest first, a minute apart; their audio is silence. */
async function record({ makeCaller, makeSpoken }: Factories, { businessId }: Member, count: number, expiresAt?: Date) {
  const { ingest } = await import("@/lib/speech/history/ingest");
  const caller = await makeCaller({ businessId });
  const calls = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      makeSpoken(caller, `Câu số ${index + 1}`, {
        createdAt: new Date(Date.now() - index * 60_000).toISOString(),
        ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
      }),
    ),
  );
  await ingest(calls.map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
  return calls.map(({ trackingId }) => trackingId);
}

test("a call made over the API appears in history, opens and plays", async ({ page, member, speak, factories }) => {
  const answer = await speak(await factories.makeKey(member), { text: "Nghiêng mình bên suối", voiceId: "south-ngoc" });
  const { trackingId, fileSizeBytes } = await answer.json();
  await expect(async () => {
    await page.goto(historyOf(member));
    await expect(page.getByRole("link", { name: "Nghiêng mình bên suối" })).toBeVisible({ timeout: 500 });
  }).toPass();

  await page.getByRole("link", { name: "Nghiêng mình bên suối" }).click();
  const panel = page.getByRole("complementary", { name: "Văn bản → giọng nói" });
  await expect(panel).toContainText(trackingId);
  await expect(panel).toContainText("Nghiêng mình bên suối");
  await expect(panel).toContainText("south-ngoc");
  await panel.getByRole("button", { name: "Nghe" }).click();
  await expect(panel.getByRole("slider", { name: "Vị trí nghe" })).not.toHaveValue("0");

  const download = page.waitForEvent("download");
  await panel.getByRole("link", { name: "Tải xuống" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.mp3$/);
  const audio = await page.request.get((await download).url());
  expect((await audio.body()).length).toBe(fileSizeBytes);
});

test("older calls are on the next page, and the way back works", { tag: "@deep" }, async ({
  page,
  member,
  factories,
}) => {
  await record(factories, member, 31);
  await page.goto(historyOf(member));
  await expect(page.getByRole("link", { name: "Câu số 1", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Cũ hơn" }).click();
  await expect(page.getByRole("link", { name: "Câu số 31" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Cũ hơn" })).toBeHidden();

  await page.goBack();
  await expect(page.getByRole("link", { name: "Câu số 1", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Câu số 31" })).toBeHidden();
});

test("the list and its panel are walked by keyboard, and nothing moves", { tag: "@deep" }, async ({
  page,
  member,
  factories,
}) => {
  await record(factories, member, 3);
  await page.goto(historyOf(member));
  const row = (number: number) => page.getByRole("link", { name: `Câu số ${number}` });
  await expect(row(1)).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(row(1)).toBeFocused({ timeout: 200 });
  }).toPass();
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await expect(row(3)).toBeFocused();
  await page.keyboard.press("k");
  await expect(row(2)).toBeFocused();

  const shifts = await watchShifts(page);
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Văn bản → giọng nói" });
  await expect(panel).toBeFocused();
  await expect(panel).toContainText("Câu số 2");
  await page.keyboard.press("j");
  await expect(panel).toContainText("Câu số 3");
  await panel.getByRole("link", { name: "Yêu cầu mới hơn" }).click();
  await expect(panel).toContainText("Câu số 2");
  await page.keyboard.press("k");
  await expect(panel).toContainText("Câu số 1");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(row(1)).toBeFocused();
  expect(await shifts()).toEqual([]);
  // The observation works.
  await page.evaluate(() => {
    const tall = document.createElement("div");
    tall.style.height = "100px";
    document.querySelector("main")?.prepend(tall);
  });
  await expect.poll(shifts).not.toEqual([]);
});

test("audio older than 30 days is shown as expired, and the rest of the call stays", async ({
  page,
  member,
  factories,
}) => {
  const [trackingId = ""] = await record(factories, member, 1, new Date(Date.now() - 1000));
  await page.goto(`${historyOf(member)}?job=${trackingId}`);
  await expect(page.getByText("Thời hạn lưu nội dung đã hết")).toBeVisible();
  await expect(page.getByRole("button", { name: "Nghe" })).toBeHidden();
  await expect(page.getByRole("complementary", { name: "Văn bản → giọng nói" })).toContainText(trackingId);
});

test("another business's call, an unknown one and an invalid tracking ID look the same", { tag: "@deep" }, async ({
  page,
  member,
  factories,
}) => {
  const outsider = await factories.makeMember();
  const [foreign = ""] = await record(factories, outsider, 1);
  for (const job of [foreign, `tts_${"0".repeat(26)}`, "../../keys"]) {
    await page.goto(`${historyOf(member)}?job=${job}`);
    await expect(page.getByRole("heading", { name: "Chưa tìm thấy yêu cầu" })).toBeVisible();
    await expect(page.getByText("Câu số 1")).toBeHidden();
  }
  expect((await page.request.get(historyOf(outsider))).status()).toBe(404);
});

test("an invalid page of the history leads to the newest", { tag: "@deep" }, async ({ page, member, factories }) => {
  await record(factories, member, 1);
  await page.goto(`${historyOf(member)}?cursor=khong-phai`);
  await expect(page.getByText("Liên kết không còn hợp lệ")).toBeVisible();
  await page.getByRole("link", { name: "Mới nhất" }).click();
  await expect(page.getByRole("link", { name: "Câu số 1" })).toBeVisible();
});

/** The layout shifts from now on, also those that follow an act at once. */
async function watchShifts(page: Page) {
  await page.evaluate(() => {
    const seen: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push((entry as PerformanceEntry & { value: number }).value);
    });
    observer.observe({ type: "layout-shift" });
    Object.assign(window, { shifts: seen });
  });
  return () => page.evaluate(() => (window as typeof window & { shifts: number[] }).shifts);
}

test("chips apply at once, and one field finds words, ids and the partner's own metadata", async ({
  page,
  member,
  factories,
}) => {
  const [trackingId = ""] = await record(factories, member, 2);
  const { ingest } = await import("@/lib/speech/history/ingest");
  const caller = await factories.makeCaller({ businessId: member.businessId });
  const metadata = { orderId: "order-123" };
  const nothing = { status: "failed", resultCode: "PROVIDER_FAILED", audioObject: null, amountMilli: "0" } as const;
  const failed = factories.makeFinished(caller, { metadata, ...nothing });
  await ingest([{ key: failed.trackingId, payload: failed, attempts: 0 }]);
  const row = (text: string) => page.getByRole("link", { name: text, exact: true });

  await page.goto(historyOf(member));
  const field = page.getByRole("searchbox", { name: "Tìm từ ngữ, mã yêu cầu hoặc dữ liệu kèm theo" });
  for (const words of [` ${trackingId.slice(0, 9)} ${trackingId.slice(9)} `, "cau so 1"]) {
    await field.fill(words);
    await field.press("Enter");
    await expect(row("Câu số 2")).toBeHidden();
    await expect(row("Câu số 1")).toBeVisible();
    await page.getByRole("link", { name: "Bỏ lọc" }).click();
    await expect(row("Câu số 2")).toBeVisible();
  }
  await page.getByRole("link", { name: "Thất bại", exact: true }).click();
  await expect(row("Câu số 1")).toBeHidden();
  await page.getByRole("link", { name: "Bỏ lọc" }).click();
  await expect(row("Câu số 1")).toBeVisible();
  await field.fill("ORDER-123");
  await field.press("Enter");
  await expect(row("Câu số 1")).toBeHidden();
  const found = page.locator(`a[data-job="${failed.trackingId}"]`);
  await expect(page.getByRole("row").filter({ has: found })).toContainText("PROVIDER_FAILED");

  // Nothing moves, by keyboard alone, and the panel says why.
  const shifts = await watchShifts(page);
  await found.focus();
  await page.keyboard.press("Enter");
  const panel = page.locator("#job");
  await expect(panel).toBeFocused();
  await expect(panel).toContainText("Yêu cầu này không bị tính phí.");
  await expect(panel).toContainText("Gửi lại y nguyên sau đó có thể thành công.");
  await expect(panel).toContainText("orderId: order-123");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(found).toBeFocused();
  expect(await shifts()).toEqual([]);
  await page.goto(`${historyOf(member)}?service=stt`);
  await expect(page.getByRole("heading", { name: "Không tìm thấy yêu cầu phù hợp" })).toBeVisible();
});

test("requests selected by keyboard are downloaded together, and deleted with one file of receipts", async ({
  page,
  member,
  factories,
}) => {
  const ids = await record(factories, member, 3);
  await page.goto(historyOf(member));
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(page.locator("a[data-job]").first()).toBeFocused({ timeout: 200 });
  }).toPass();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const bar = page.getByRole("region", { name: "Yêu cầu đã chọn" });
  await expect(bar).toContainText("2 yêu cầu đã chọn");
  const archive = page.waitForEvent("download");
  await bar.getByRole("link", { name: "Tải ZIP" }).click();
  expect((await archive).suggestedFilename()).toMatch(/\.zip$/);
  await bar.getByRole("button", { name: "Xóa nội dung" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Xóa nội dung" }).click();
  await expect(dialog).toContainText("Đã xóa nội dung của 2 yêu cầu.");
  const download = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Tải biên nhận xóa" }).click();
  const { receipts } = await (await page.request.get((await download).url())).json();
  expect(receipts.map(({ trackingId }: { trackingId: string }) => trackingId).sort()).toEqual(ids.slice(0, 2).sort());
});

test("a transcript is read, downloaded as subtitles, and erased with a receipt", async ({
  page,
  member,
  factories,
}) => {
  const { ingest } = await import("@/lib/speech/history/ingest");
  const recognized = await factories.makeRecognized(
    await factories.makeCaller({ businessId: member.businessId }),
    "Xin chào bạn",
  );
  await ingest([{ key: recognized.trackingId, payload: recognized, attempts: 0 }]);
  await page.goto(`${historyOf(member)}?job=${recognized.trackingId}`);
  const panel = page.getByRole("complementary", { name: "Giọng nói → văn bản" });
  await expect(panel).toContainText("Xin chào bạn");
  await expect(panel).toContainText("ghi-âm.wav");
  const subtitles = await page.request.get(`${historyOf(member)}/${recognized.trackingId}/transcript.srt`);
  expect(await subtitles.text()).toContain("00:00:00,000 --> 00:00:01,000\nXin chào bạn");

  await panel.getByRole("button", { name: "Xóa nội dung" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Xóa nội dung" }).click();
  await expect(panel).toContainText("Nội dung đã được xóa theo yêu cầu");
  await expect(panel).not.toContainText("Xin chào bạn");
  const download = page.waitForEvent("download");
  await panel.getByRole("link", { name: "Tải biên nhận xóa" }).click();
  expect((await download).suggestedFilename()).toContain(recognized.trackingId);
  const { makeMember } = factories;
  const outsider = await makeMember();
  expect((await page.request.get(`${historyOf(outsider)}/${recognized.trackingId}/receipt.json`)).status()).toBe(404);
});

test("an empty history leads to the playground", async ({ page, member }) => {
  await page.goto(historyOf(member));
  await expect(page.getByRole("link", { name: "Thử một câu" })).toHaveAttribute(
    "href",
    `/console/${member.businessSlug}/playground`,
  );
});

test("axe finds nothing wrong with the history: empty, with calls, and with a call open", { tag: "@layout" }, async ({
  page,
  member,
  factories,
  pageLocale: _,
}) => {
  await page.goto(historyOf(member));
  await expectAccessible(page);
  const [trackingId] = await record(factories, member, 3, new Date(Date.now() - 1000));
  await page.reload();
  await expectAccessible(page);
  await page.goto(`${historyOf(member)}?job=${trackingId}`);
  await expectAccessible(page);
});

test.describe("before any script has loaded", () => {
  test.use({ javaScriptEnabled: false });

  test("a call still opens and closes", async ({ page, member, factories }) => {
    await record(factories, member, 2);
    await page.goto(historyOf(member));
    await page.getByRole("link", { name: "Câu số 2" }).click();
    await expect(page.getByRole("complementary", { name: "Văn bản → giọng nói" })).toContainText("Câu số 2");
    await page.getByRole("complementary", { name: "Văn bản → giọng nói" }).getByRole("link", { name: "Đóng" }).click();
    await expect(page.getByRole("complementary", { name: "Văn bản → giọng nói" })).toHaveCount(0);
  });
});
