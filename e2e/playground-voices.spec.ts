import { expect, openPlayground, test } from "./fixtures";
import { playing, sentence, speakButton, textBox, trackingId } from "./playground";

test("a member compares two voices with one press, and a reload in the middle of a run loses and charges nothing", {
  tag: "@deep",
}, async ({ page, member }) => {
  await openPlayground(page, member);
  await textBox(page).fill(sentence);
  await page.getByLabel("So sánh với giọng khác…").selectOption("Ngọc");
  await expect(page.getByText("Giá 30,6 ₫ · 2 giọng")).toBeVisible();
  // The responses never arrive: the page is reloaded while it waits.
  const keys: (string | undefined)[] = [];
  await page.route("/tts/stream", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    await route.fetch();
  });
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => keys.length).toBe(2);
  await expect(page.getByText("49.969,4 ₫").filter({ visible: true })).toBeVisible();
  await page.reload();

  const result = page.getByRole("region", { name: "Kết quả" });
  await expect(result.getByRole("group", { name: "Giọng Linh" })).toBeVisible();
  await expect(result.getByRole("group", { name: "Giọng Ngọc" })).toBeVisible();
  expect(keys).toHaveLength(2);
  await expect(page.getByText("49.969,4 ₫").filter({ visible: true })).toBeVisible();
  await result.getByRole("button", { name: "Chọn giọng Ngọc" }).click();
  await expect(page.getByRole("radio", { name: "Ngọc" })).toBeChecked();
});

test("one preview plays at a time, and playing the result stops it", { tag: "@deep" }, async ({ page, member }) => {
  await openPlayground(page, member);
  await page.getByRole("button", { name: "Nghe thử giọng Ngọc" }).click();
  await expect(page.getByRole("button", { name: "Dừng nghe thử giọng Ngọc" })).toBeVisible();
  await expect.poll(() => playing(page)).toBe(1);

  await page.getByRole("button", { name: "Nghe thử giọng Trúc" }).click();
  await expect(page.getByRole("button", { name: "Dừng nghe thử giọng Trúc" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Nghe thử giọng Ngọc" })).toBeVisible();
  await speakButton(page).click();
  await expect(trackingId(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Nghe thử giọng Trúc" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Linh" })).toBeChecked();
});

test("voices are chosen by arrow keys and filtered by region, gender and unaccented name", { tag: "@deep" }, async ({
  page,
  member,
}) => {
  await openPlayground(page, member);
  await page.getByRole("radio", { name: "Linh" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Mai" })).toBeChecked();

  await page.getByLabel("Vùng miền").selectOption("Miền Trung");
  await expect(page.getByRole("group", { name: "Giọng đọc" }).getByRole("radio")).toHaveCount(2);
  await page.getByLabel("Giới tính").selectOption("Nữ");
  await page.getByRole("radio", { name: "Diệu" }).check();
  await expect(page.getByText("Giọng Diệu đang thử nghiệm")).toBeVisible();

  await page.getByLabel("Tìm theo tên").fill("duc");
  await expect(page.getByText("Không tìm thấy giọng đọc phù hợp.")).toBeVisible();
  await page.getByRole("button", { name: "Bỏ lọc" }).click();
  await page.getByLabel("Tìm theo tên").fill("duc");
  await expect(page.getByRole("radio", { name: "Đức" })).toBeVisible();
});
