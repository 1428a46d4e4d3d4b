import type { Page } from "@playwright/test";
import { expect, expectAccessible, openPlayground, test } from "./fixtures";
import { playgroundOf, playing, sentence, speakButton, textBox, trackingId } from "./playground";

/** The duration in seconds and the loudness (root mean square) of audio on this site. */
const listen = (page: Page, url: string) =>
  page.evaluate(async (address) => {
    const bytes = await (await fetch(address)).arrayBuffer();
    const sound = await new OfflineAudioContext(1, 1, 24_000).decodeAudioData(bytes);
    const samples = sound.getChannelData(0);
    const power = samples.reduce((total, sample) => total + sample * sample, 0) / samples.length;
    return { seconds: sound.duration, loudness: Math.sqrt(power) };
  }, url);

test("a member synthesizes a southern sentence, plays it, copies the request as curl and pays for it", async ({
  page,
  member,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPlayground(page, member);
  await page.getByRole("radio", { name: "Ngọc" }).check();
  await textBox(page).fill(sentence);
  await expect(page.getByText("51 / 5.000 ký tự")).toBeVisible();
  await expect(page.getByText("Giá 15,3 ₫", { exact: true })).toBeVisible();
  await page.keyboard.press("Control+Enter");

  await expect(trackingId(page)).toBeVisible();
  const file = await page.getByRole("link", { name: "Tải xuống" }).getAttribute("href");
  const { seconds, loudness } = await listen(page, file ?? "");
  expect(seconds).toBeGreaterThan(0.8);
  expect(loudness).toBeGreaterThan(0.02);
  await expect.poll(() => playing(page)).toBe(1);

  await page.getByRole("button", { name: "Sao chép Yêu cầu dưới dạng mã" }).click();
  await expect(page.getByRole("button", { name: "Đã sao chép" })).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toMatch(/^curl http:\/\/localhost:\d+\/tts /);
  expect(command).toContain('"X-Api-Key: $VANG_API_KEY"');
  expect(command).toContain('"voiceId": "south-ngoc"');
  expect(command).toContain(sentence);
  expect(command).not.toContain("vang_live_");

  await expect(page.getByText("49.984,7 ₫").filter({ visible: true })).toBeVisible();
});

test("only changed settings are sent, and the engine's rejection is shown in the reader's language", async ({
  page,
  member,
}) => {
  await openPlayground(page, member);
  await textBox(page).fill(sentence);
  const speed = page.getByRole("spinbutton", { name: "Tốc độ" });
  await speed.fill("");
  await speed.pressSequentially("0.75");
  await page.getByRole("spinbutton", { name: "Cao độ" }).fill("50.5");
  const refused = page.waitForRequest("/tts/stream");
  await speakButton(page).click();
  expect((await refused).postDataJSON().config).toEqual({ speed: 0.75, pitch: 50.5 });
  const alert = page.getByRole("alert").filter({ hasText: "config.pitch phải là số nguyên từ 0 đến 99" });
  await expect(alert).toContainText(/req_\w+/);
  await expect(textBox(page)).toHaveValue(sentence);

  await page.getByRole("button", { name: "Đặt lại mặc định" }).click();
  await expect(page.getByRole("spinbutton", { name: "Cao độ" })).toHaveValue("50");
  const accepted = page.waitForRequest("/tts/stream");
  await speakButton(page).click();
  expect((await accepted).postDataJSON()).not.toHaveProperty("config");
  await expect(trackingId(page)).toBeVisible();
  await expect(alert).toBeHidden();
});

test("reloading during a run records no error: the page asks the console, and shows the result once it is there", {
  tag: "@deep",
}, async ({ page, member }) => {
  await openPlayground(page, member);
  let sent = 0;
  // The response never arrives: the page is reloaded while it waits.
  await page.route("/tts/stream", async (route) => {
    sent += 1;
    await route.fetch();
  });
  let isRunning = true;
  await page.route("**/api/console/*/runs/**", async (route) => {
    const response = await route.fetch();
    const { trackingId: id } = await response.json();
    return route.fulfill(isRunning ? { json: { status: "running", trackingId: id } } : { response });
  });
  await speakButton(page).click();
  await expect(page.getByText("49.985,9 ₫").filter({ visible: true })).toBeVisible();
  const foundRun = page.waitForResponse(/\/runs\//);
  await page.reload();
  await foundRun;
  await expect(page.getByRole("region", { name: "Kết quả" })).toHaveAttribute("aria-busy", "true");
  await expect(trackingId(page)).toBeHidden();
  isRunning = false;
  await expect(trackingId(page)).toBeVisible();
  expect(sent).toBe(1);
  const { db } = await import("@/lib/platform/db");
  expect(await db.refusedRequest.count({ where: { businessId: member.businessId } })).toBe(0);
});

test("a page left open longer than its key is valid still works", { tag: "@deep" }, async ({ page, member }) => {
  await openPlayground(page, member);
  await speakButton(page).click();
  const first = await trackingId(page).innerText();
  const { db } = await import("@/lib/platform/db");
  const { count } = await db.apiKey.updateMany({
    where: { businessId: member.businessId, kind: "playground" },
    data: { expiresAt: new Date(0) },
  });
  expect(count).toBeGreaterThan(0);

  await page.getByRole("button", { name: "Chạy lại" }).click();
  await expect(trackingId(page)).not.toHaveText(first);
  await expect(page.getByText("49.971,8 ₫").filter({ visible: true })).toBeVisible();
});

test("without a connection a message is shown, and the text and the last audio stay", { tag: "@deep" }, async ({
  page,
  member,
}) => {
  await openPlayground(page, member);
  await speakButton(page).click();
  await expect(trackingId(page)).toBeVisible();
  await textBox(page).fill(sentence);
  await page.route("/tts/stream", (route) => route.abort("connectionreset"));
  await speakButton(page).click();

  await expect(page.getByText("Không kết nối được với máy chủ")).toBeVisible();
  await expect(textBox(page)).toHaveValue(sentence);
  await expect(trackingId(page)).toBeVisible();
  await expect(page.getByRole("group", { name: "Âm thanh đã tạo" })).toBeVisible();
  expect(await playing(page)).toBe(0);
});

test.describe("a business without credit", () => {
  test.use({ creditMilli: 0n });

  test("sees a message that the credit is used up and that nothing was charged", async ({ page, member }) => {
    await openPlayground(page, member);
    await speakButton(page).click();
    await expect(page.getByText("Số dư không đủ cho yêu cầu này")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "Số dư" })).toContainText(/req_\w+/);
  });
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });

  test("sees a message that their role cannot synthesize", async ({ page, member }) => {
    await page.goto(playgroundOf(member));
    await expect(page.getByText("Bạn không có quyền xem trang này")).toBeVisible();
    await expect(speakButton(page)).toBeHidden();
    await expectAccessible(page);
  });
});

test("axe finds nothing wrong with the playground: at first, and with audio, an error and too long a text", {
  tag: "@layout",
}, async ({ page, member, pageLocale }) => {
  await openPlayground(page, member);
  await expectAccessible(page);
  const act = page.getByRole("button", { name: { vi: "Đọc", en: "Speak" }[pageLocale], exact: true });
  await act.click();
  await expect(trackingId(page)).toBeVisible();
  await page.locator("textarea").fill("\u0000a");
  await act.click();
  await expect(page.getByRole("alert").filter({ hasText: /req_/ })).toBeVisible();
  await page.locator("textarea").fill("a".repeat(100_001));
  await expect(act).toBeDisabled();
  await expectAccessible(page);
});
