import type { Page } from "@playwright/test";
import { expect, expectAccessible, openPlayground, test } from "./fixtures";

const sentence = "Bà con ơi, chiều nay chợ nổi Cái Răng đông vui lắm!";

const playgroundOf = ({ businessSlug }: { businessSlug: string }) => `/console/${businessSlug}/playground`;

const textBox = (page: Page) => page.getByRole("textbox", { name: "Văn bản" });
const speakButton = (page: Page) => page.getByRole("button", { name: "Đọc", exact: true });
const trackingId = (page: Page) => page.getByText(/^tts_\w+$/);

/** The duration in seconds and the loudness (root mean square) of audio on this site. */
const listen = (page: Page, url: string) =>
  page.evaluate(async (address) => {
    const bytes = await (await fetch(address)).arrayBuffer();
    const sound = await new OfflineAudioContext(1, 1, 24_000).decodeAudioData(bytes);
    const samples = sound.getChannelData(0);
    const power = samples.reduce((total, sample) => total + sample * sample, 0) / samples.length;
    return { seconds: sound.duration, loudness: Math.sqrt(power) };
  }, url);

/** The audio elements that are playing now. */
const recognized = (page: Page) =>
  page
    .locator("audio")
    .evaluateAll((all) => (all as HTMLAudioElement[]).filter((audio) => !audio.paused && audio.currentTime > 0).length);

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
  await expect.poll(() => recognized(page)).toBe(1);

  await page.getByRole("button", { name: "Sao chép Yêu cầu dưới dạng mã" }).click();
  await expect(page.getByRole("button", { name: "Đã sao chép" })).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toMatch(/^curl http:\/\/localhost:\d+\/tts /);
  expect(command).toContain('"X-Api-Key: $VANG_API_KEY"');
  expect(command).toContain('"voiceId": "south-ngoc"');
  expect(command).toContain(sentence);
  expect(command).not.toContain("vang_live_");

  await expect(page.getByText("49.984 ₫").filter({ visible: true })).toBeVisible();
});

test("a member compares two voices with one press, and a reload in the middle of a run loses and charges nothing", {
  tag: "@deep",
}, async ({ page, member }) => {
  await openPlayground(page, member);
  await textBox(page).fill(sentence);
  await page.getByLabel("So sánh với giọng khác…").selectOption("Ngọc");
  await expect(page.getByText("Giá 30,6 ₫ · 2 giọng")).toBeVisible();
  // The responses never arrive: the page is reloaded while it waits.
  const keys: (string | undefined)[] = [];
  await page.route("/tts", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 2) return route.continue();
    await route.fetch();
  });
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => keys.length).toBe(2);
  await expect(page.getByText("49.969 ₫").filter({ visible: true })).toBeVisible();
  await page.reload();

  const result = page.getByRole("region", { name: "Kết quả" });
  await expect(result.getByRole("group", { name: "Giọng Linh" })).toBeVisible();
  await expect(result.getByRole("group", { name: "Giọng Ngọc" })).toBeVisible();
  expect(keys.slice(2).sort()).toEqual(keys.slice(0, 2).sort());
  await expect(page.getByText("49.969 ₫").filter({ visible: true })).toBeVisible();
  await result.getByRole("button", { name: "Chọn giọng Ngọc" }).click();
  await expect(page.getByRole("radio", { name: "Ngọc" })).toBeChecked();
});

test("a text typed before the page's script has loaded is kept", async ({ page, member }) => {
  let load = () => {};
  const typed = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/_next/static/chunks/**", async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto(playgroundOf(member), { waitUntil: "commit" });
  await textBox(page).fill(sentence);
  load();
  await expect(page.getByText("51 / 5.000 ký tự")).toBeVisible();
  await expect(textBox(page)).toHaveValue(sentence);
});

test("one preview plays at a time, and playing the result stops it", { tag: "@deep" }, async ({ page, member }) => {
  await openPlayground(page, member);
  await page.getByRole("button", { name: "Nghe thử giọng Ngọc" }).click();
  await expect(page.getByRole("button", { name: "Dừng nghe thử giọng Ngọc" })).toBeVisible();
  await expect.poll(() => recognized(page)).toBe(1);

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

test("a text above the limit is counted as it would be charged and read in parts, and silence cannot be sent", async ({
  page,
  member,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => new URL(request.url()).pathname === "/tts" && sent.push(request.url()));
  await openPlayground(page, member);
  const longest = "ệ".normalize("NFD").repeat(5000);
  await textBox(page).fill(longest);
  await expect(page.getByText("5.000 / 5.000 ký tự")).toBeVisible();
  await expect(speakButton(page)).toBeEnabled();

  await textBox(page).fill(`${longest}!`);
  await expect(textBox(page)).toHaveAccessibleDescription(/5\.001 ký tự, đọc thành 3 phần/);
  await expect(speakButton(page)).toBeEnabled();
  await textBox(page).fill(" \u200B ");
  await expect(speakButton(page)).toBeDisabled();
  await page.keyboard.press("Control+Enter");
  expect(sent).toEqual([]);
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
  const refused = page.waitForRequest("/tts");
  await speakButton(page).click();
  expect((await refused).postDataJSON().config).toEqual({ speed: 0.75, pitch: 50.5 });
  const alert = page.getByRole("alert").filter({ hasText: "config.pitch phải là số nguyên từ 0 đến 99" });
  await expect(alert).toContainText(/req_\w+/);
  await expect(textBox(page)).toHaveValue(sentence);

  await page.getByRole("button", { name: "Đặt lại mặc định" }).click();
  await expect(page.getByRole("spinbutton", { name: "Cao độ" })).toHaveValue("50");
  const accepted = page.waitForRequest("/tts");
  await speakButton(page).click();
  expect((await accepted).postDataJSON()).not.toHaveProperty("config");
  await expect(trackingId(page)).toBeVisible();
  await expect(alert).toBeHidden();
});

test("a page left open longer than its key is valid still works", { tag: "@deep" }, async ({ page, member }) => {
  await openPlayground(page, member);
  await speakButton(page).click();
  const first = await trackingId(page).innerText();
  const { db } = await import("@/lib/db");
  const { count } = await db.apiKey.updateMany({
    where: { businessId: member.businessId, kind: "playground" },
    data: { expiresAt: new Date(0) },
  });
  expect(count).toBeGreaterThan(0);

  await page.getByRole("button", { name: "Chạy lại" }).click();
  await expect(trackingId(page)).not.toHaveText(first);
  await expect(page.getByText("49.932 ₫").filter({ visible: true })).toBeVisible();
});

test("without a connection a message is shown, and the text and the last audio stay", { tag: "@deep" }, async ({
  page,
  member,
}) => {
  await openPlayground(page, member);
  await speakButton(page).click();
  await expect(trackingId(page)).toBeVisible();
  await textBox(page).fill(sentence);
  await page.route("/tts", (route) => route.abort("connectionreset"));
  await speakButton(page).click();

  await expect(page.getByText("Không kết nối được với máy chủ")).toBeVisible();
  await expect(textBox(page)).toHaveValue(sentence);
  await expect(trackingId(page)).toBeVisible();
  await expect(page.getByRole("group", { name: "Âm thanh đã tạo" })).toBeVisible();
  expect(await recognized(page)).toBe(0);
});

test("a sample replaces the text, which can be restored", { tag: "@deep" }, async ({ page, member }) => {
  await openPlayground(page, member);
  await textBox(page).fill(sentence);
  await page.getByRole("button", { name: "Thông báo" }).click();
  await expect(textBox(page)).toHaveValue(/chuyến bay VN 135/);
  await page.getByRole("button", { name: "Văn bản của bạn" }).click();
  await expect(textBox(page)).toHaveValue(sentence);
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

test("the normalized text is shown before it costs anything", async ({ page, member }) => {
  await openPlayground(page, member);
  await textBox(page).fill("Hẹn 8h30 ngày 20/11, giá 500.000đ");
  await expect(
    page.getByText("Hẹn tám giờ ba mươi phút ngày hai mươi tháng mười một, giá năm trăm nghìn đồng"),
  ).toBeVisible();
  await page.getByRole("button", { name: "năm trăm nghìn đồng" }).click();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Đọc là" }).fill("nửa triệu");
  await page.getByRole("button", { name: "Lưu cách đọc" }).click();
  await expect(page.getByText("ngày hai mươi tháng mười một, giá nửa triệu")).toBeVisible();
  await textBox(page).fill("Xin chào");
  await expect(page.getByText("Đọc đúng như văn bản")).toBeVisible();
  await expect(page.getByText("50.000 ₫").filter({ visible: true })).toBeVisible();
});

test("the input survives another page and Back, and signing out erases it", async ({ page, member }) => {
  await openPlayground(page, member);
  await page.getByRole("radio", { name: "Khang" }).check();
  await textBox(page).fill(sentence);
  await page.getByRole("spinbutton", { name: "Tốc độ" }).fill("1.2");
  await page.getByText("WAV", { exact: true }).click();
  await speakButton(page).click();
  await expect(trackingId(page)).toBeVisible();
  const id = (await trackingId(page).textContent()) ?? "";

  // A full page load, as for a URL that was typed.
  await page.goto("/docs");
  await page.goBack();
  await expect(page.getByText(id)).toBeVisible();
  await expect(page.getByRole("radio", { name: "Khang" })).toBeChecked();
  await expect(textBox(page)).toHaveValue(sentence);
  await expect(page.getByRole("spinbutton", { name: "Tốc độ" })).toHaveValue("1.2");
  expect(await recognized(page)).toBe(0);
  const sent = page.waitForRequest("/tts");
  await speakButton(page).click();
  expect((await sent).postDataJSON()).toMatchObject({
    text: sentence,
    voiceId: "south-khang",
    config: { speed: 1.2 },
    audioFormat: "wav",
  });
  await expect(speakButton(page)).toBeEnabled();

  const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith("vang.")));
  expect(await kept()).toHaveLength(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Tài khoản" }).click();
  await page.getByRole("button", { name: "Đăng xuất" }).click();
  await expect(page).toHaveURL(/sign-in/);
  await expect.poll(kept).toEqual([]);
});

test("a request has its own number options: in the preview, the request, its code, and after a reload", {
  tag: "@deep",
}, async ({ page, member, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPlayground(page, member);
  await textBox(page).fill("Giá 1.000 đồng");
  const control = page.getByRole("group").filter({ hasText: "Cách đọc số" });
  await control.getByText("Theo cài đặt của doanh nghiệp").first().click();
  await page.getByLabel("Hàng nghìn (1.000)").selectOption("một ngàn");
  await expect(control.getByText("1 lựa chọn riêng")).toBeVisible();
  await expect(page.getByText("Giá một ngàn đồng")).toBeVisible();
  await expectAccessible(page);

  const sent = page.waitForRequest("/tts");
  await speakButton(page).click();
  expect((await sent).postDataJSON().reading).toEqual({ thousand: "ngàn" });
  await page.getByRole("button", { name: "Sao chép Yêu cầu dưới dạng mã" }).click();
  await expect(page.getByRole("button", { name: "Đã sao chép" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"thousand": "ngàn"');

  await page.reload();
  await expect(page.getByLabel("Hàng nghìn (1.000)")).toHaveValue("ngàn");
  await page.getByRole("switch", { name: "Giữ nguyên văn bản" }).check();
  await expect(page.getByLabel("Hàng nghìn (1.000)")).toBeHidden();
  const typed = page.waitForRequest("/tts");
  await speakButton(page).click();
  expect((await typed).postDataJSON().reading).toBe("off");
  await page.getByRole("button", { name: "Đặt lại mặc định" }).click();
  await expect(control.getByText("Theo cài đặt của doanh nghiệp").first()).toBeVisible();
});
