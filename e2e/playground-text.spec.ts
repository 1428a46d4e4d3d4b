import { expect, expectAccessible, openPlayground, test } from "./fixtures";
import { playgroundOf, playing, sentence, speakButton, textBox, trackingId } from "./playground";

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

test("a text above the limit is counted as it would be charged and read in parts, and silence cannot be sent", async ({
  page,
  member,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => new URL(request.url()).pathname === "/tts/stream" && sent.push(request.url()));
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

test("a sample replaces the text, which can be restored", { tag: "@deep" }, async ({ page, member }) => {
  await openPlayground(page, member);
  await textBox(page).fill(sentence);
  await page.getByRole("button", { name: "Thông báo" }).click();
  await expect(textBox(page)).toHaveValue(/chuyến bay VN 135/);
  await page.getByRole("button", { name: "Văn bản của bạn" }).click();
  await expect(textBox(page)).toHaveValue(sentence);
});

test("the normalized text is shown before it costs anything", async ({ page, member }) => {
  await openPlayground(page, member);
  await textBox(page).fill("Hẹn 8h30 ngày 20/11, giá 500.000đ");
  const reading = page.getByRole("region", { name: "Cách đọc" });
  await expect(reading.getByRole("button", { name: /^8h30 ?tám giờ ba mươi phút$/ })).toBeVisible();
  await expect(reading.getByRole("button", { name: /năm trăm nghìn đồng$/ })).toBeVisible();
  await reading.getByText("Miền Nam").click();
  await expect(page.getByRole("radio", { name: /Trúc/ })).toBeChecked();
  await reading.getByRole("button", { name: /năm trăm ngàn đồng$/ }).click();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Đọc là" }).fill("nửa triệu");
  await page.getByRole("button", { name: "Lưu cho doanh nghiệp" }).click();
  await expect(reading.getByRole("button", { name: /nửa triệu$/ })).toBeVisible();

  await reading.getByText("Hẹn", { exact: true }).click();
  await page.getByRole("textbox", { name: "Đọc là" }).fill("Gặp");
  await page.getByRole("button", { name: "Chỉ thay trong văn bản này" }).click();
  await expect(textBox(page)).toHaveValue("Gặp 8h30 ngày 20/11, giá 500.000đ");

  await textBox(page).fill(`${"Xin chào. ".repeat(500)}`);
  await expect(reading).toContainText("Xin chào. Xin chào.");
  await expect(speakButton(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("50.000 ₫").filter({ visible: true })).toBeVisible();
});

test("a pasted text costs what a person sees of it, what was cleaned is named, and its lists can become lines", async ({
  page,
  member,
}) => {
  await openPlayground(page, member);
  await textBox(page).fill('<p>Xem <a href="https://vang.vn">𝗯ả𝗻𝗴 𝗴𝗶á</a></p> 你');
  await expect(page.getByText("14 / 5.000 ký tự")).toBeVisible();
  await expect(page.getByText(/Đã lược khỏi văn bản: .*1 liên kết/)).toBeVisible();
  await expect(page.getByText("Không đọc, vì chưa có quy tắc: 你")).toBeVisible();
  await expectAccessible(page);

  await textBox(page).fill("<p><br></p>![](anh.png)");
  await expect(speakButton(page)).toBeDisabled();

  await textBox(page).fill("Giá: AoQuan");
  await textBox(page).evaluate((box) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "AoQuan");
    clipboardData.setData("text/html", "<ul><li>Ao</li><li>Quan</li></ul>");
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await page.getByRole("button", { name: /^Dán dạng văn bản thuần/ }).click();
  await expect(textBox(page)).toHaveValue("Giá: Ao\n\nQuan");
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
  expect(await playing(page)).toBe(0);
  const sent = page.waitForRequest("/tts/stream");
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
  await expect(page.getByRole("button", { name: /một ngàn$/ })).toBeVisible();
  await expectAccessible(page);

  const sent = page.waitForRequest("/tts/stream");
  await speakButton(page).click();
  expect((await sent).postDataJSON().reading).toEqual({ thousand: "ngàn" });
  await page.getByRole("button", { name: "Sao chép Yêu cầu dưới dạng mã" }).click();
  await expect(page.getByRole("button", { name: "Đã sao chép" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"thousand": "ngàn"');

  await page.reload();
  await expect(page.getByLabel("Hàng nghìn (1.000)")).toHaveValue("ngàn");
  await page.getByRole("switch", { name: "Giữ nguyên văn bản" }).check();
  await expect(page.getByLabel("Hàng nghìn (1.000)")).toBeHidden();
  const typed = page.waitForRequest("/tts/stream");
  await speakButton(page).click();
  expect((await typed).postDataJSON().reading).toBe("off");
  await page.getByRole("button", { name: "Đặt lại mặc định" }).click();
  await expect(control.getByText("Theo cài đặt của doanh nghiệp").first()).toBeVisible();
});
