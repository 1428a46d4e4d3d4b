import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { encodeWav } from "@/lib/engines/audio/wav";
import { makeTone } from "@/testing/fakes/sound";
import { expect, expectAccessible, openPlayground, test } from "./fixtures";

const sentence = "Hôm nay trời nhiều mây, chúc bạn một ngày làm việc thật vui vẻ.";

const transcribeOf = ({ businessSlug }: { businessSlug: string }) => `/console/${businessSlug}/playground/transcribe`;

const runButton = (page: Page) => page.getByRole("main").getByRole("button", { name: "Chép lời", exact: true });

const words = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\s]/gu, "")
    .split(/\s+/)
    .filter(Boolean);

/** The edit distance over words. */
function wrongWords(said: string, recognized: string): number {
  const [from, to] = [words(said), words(recognized)];
  let row = to.map((_, index) => index + 1);
  row.unshift(0);
  for (const [index, word] of from.entries()) {
    const next = [index + 1];
    for (const [place, other] of to.entries()) {
      const replaced = (row[place] as number) + (word === other ? 0 : 1);
      next.push(Math.min(replaced, (row[place + 1] as number) + 1, (next[place] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}

/** The sentence spoken by the northern voice, as a file on disk. */
async function download(page: Page, member: { businessSlug: string }): Promise<{ path: string; trackingId: string }> {
  await openPlayground(page, member);
  await page.getByRole("radio", { name: "Linh" }).check();
  await page.getByRole("textbox", { name: "Văn bản" }).fill(sentence);
  await page.getByRole("button", { name: "Đọc", exact: true }).click();
  const trackingId = await page.getByText(/^tts_\w+$/).innerText();
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Tải xuống" }).click();
  return { path: await (await saved).path(), trackingId };
}

/** Drops a file from the desktop. */
async function drop(page: Page, path: string, name: string) {
  const bytes = [...readFileSync(path)];
  const transfer = await page.evaluateHandle(
    ([content, fileName]) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(content as number[])], fileName as string));
      return data;
    },
    [bytes, name] as const,
  );
  await page.getByText("Thả tệp vào đây").dispatchEvent("drop", { dataTransfer: transfer });
}

test("a sentence of the northern voice, downloaded as mp3 and dropped, is transcribed with at most one wrong word", async ({
  page,
  member,
}) => {
  const { path, trackingId } = await download(page, member);
  await page.getByRole("link", { name: "Giọng nói → văn bản" }).click();
  await expect(page.getByText("Bộ nhận dạng minh họa", { exact: true })).toBeVisible();
  await drop(page, path, "câu chào.mp3");
  await expect(page.getByText("câu chào.mp3", { exact: true })).toBeVisible();
  await expect(page.getByText("Giá 40 ₫")).toBeVisible();
  await runButton(page).click();

  const result = page.getByRole("region", { name: "Bản chép lời" });
  const transcript = result.locator("p[lang=vi]");
  await expect(transcript).toBeVisible({ timeout: 60_000 });
  expect(wrongWords(sentence, await transcript.innerText())).toBeLessThanOrEqual(1);
  await expect(result.getByText("không nhận dạng giọng người thật")).toBeVisible();

  const sttId = await result.getByText(/^stt_\w+$/).innerText();
  for (const [id, kind] of [
    [trackingId, "Văn bản → giọng nói"],
    [sttId, "Giọng nói → văn bản"],
  ]) {
    await page.goto(`/console/${member.businessSlug}/history?job=${id}`);
    await expect(page.getByRole("complementary", { name: kind })).toContainText(id ?? "");
  }
});

test("subtitles are downloaded as a file, and the uploaded audio can be played", async ({
  page,
  member,
  speak,
  request,
  factories,
}) => {
  const spoken = await speak(await factories.makeKey(member), { text: sentence, voiceId: "north-linh" });
  const { audioUrl } = await spoken.json();
  const buffer = await (await request.get(audioUrl)).body();
  await page.goto(transcribeOf(member));
  await page.locator("input[type=file]").setInputFiles({ name: "câu.mp3", mimeType: "audio/mpeg", buffer });
  await page.keyboard.press("Control+Enter");
  const result = page.getByRole("region", { name: "Bản chép lời" });
  for (const [format, head] of [
    ["SRT", /^1\n00:00:0/],
    ["VTT", /^WEBVTT\n/],
  ] as const) {
    const saved = page.waitForEvent("download");
    await result.getByRole("button", { name: format }).click();
    expect(readFileSync(await (await saved).path(), "utf8")).toMatch(head);
  }
  await result.getByRole("button", { name: "Nghe", exact: true }).click();
  await expect(result.getByRole("slider", { name: "Vị trí nghe" })).not.toHaveValue("0");
});

test("a file that cannot be transcribed gives a message and stays selected", async ({ page, member }) => {
  await page.goto(transcribeOf(member));
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "ghi âm.mp3", mimeType: "audio/mpeg", buffer: Buffer.from("Một tệp văn bản") });
  await runButton(page).click();
  const alert = page.getByRole("alert").filter({ hasText: "Định dạng âm thanh không được hỗ trợ" });
  await expect(alert).toContainText("ghi âm.mp3 không phải là tệp âm thanh");
  await expect(alert).toContainText(/req_\w+/);
  await expect(page.getByText("ghi âm.mp3", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Bỏ tệp này" }).click();
  // Made by the page, since sending it to the browser takes seconds.
  await page.locator("input[type=file]").evaluate((input: HTMLInputElement) => {
    const data = new DataTransfer();
    const part = new Blob([new Uint8Array(26 * 1024 * 1024)]);
    data.items.add(new File(Array(80).fill(part), "to.wav", { type: "audio/wav" }));
    input.files = data.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await expect(page.getByText("Tệp lớn hơn 2 GB")).toBeVisible();
  await expect(runButton(page)).toBeDisabled();
});

test("an upload can be cancelled, and the earlier result stays", async ({ page, member }) => {
  await page.goto(transcribeOf(member));
  await page.route("**/stt", async (route) => {
    await new Promise((late) => setTimeout(late, 10_000));
    await route.abort().catch(() => undefined);
  });
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "a.wav", mimeType: "audio/wav", buffer: Buffer.alloc(1000) });
  await runButton(page).click();
  await page.getByRole("button", { name: "Hủy" }).click();
  await expect(runButton(page)).toBeEnabled();
  await expect(page.getByText("a.wav", { exact: true })).toBeVisible();
  await expect(page.getByText("Tệp của bạn vẫn được giữ.")).toBeHidden();
});

/** A second of sound, for an upload whose words do not matter. */
async function choose(page: Page, name = "cuộc gọi.wav") {
  const buffer = Buffer.from(await encodeWav({ samples: makeTone(220, 16_000, 1), sampleRate: 16_000 }));
  await page.locator("input[type=file]").setInputFiles({ name, mimeType: "audio/wav", buffer });
}

/** Lets uploads reach the server, and keeps its responses from the page. */
async function withholdResponses(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Fetch.enable", { patterns: [{ urlPattern: "*/stt", requestStage: "Response" }] });
  return () => devtools.send("Fetch.disable");
}

/** Reports to the page that its run goes on, until the returned function is called. */
async function keepRunning(page: Page) {
  let isRunning = true;
  await page.route("**/api/console/*/runs/**", async (route) => {
    const response = await route.fetch();
    const found = await response.json();
    if (!isRunning || found.status === "none") return route.fulfill({ response });
    return route.fulfill({ json: { status: "running", trackingId: found.trackingId } });
  });
  return () => {
    isRunning = false;
  };
}

test("a transcription whose file the server has goes on through a reload and another page, and is run once", {
  tag: "@phone",
}, async ({ page, member }) => {
  const result = page.getByRole("region", { name: "Bản chép lời" });
  const sttId = result.getByText(/^stt_\w+$/);
  await page.goto(transcribeOf(member));
  await choose(page, "cũ.wav");
  await runButton(page).click();
  const earlier = await sttId.innerText();

  await withholdResponses(page);
  const end = await keepRunning(page);
  await page.getByRole("button", { name: "Bỏ tệp này" }).click();
  await choose(page);
  await runButton(page).click();
  await expect(result.getByText("Bạn có thể rời trang")).toBeVisible();
  await expect(result.getByText(earlier)).toBeHidden();
  await expect(page.getByRole("button", { name: "Hủy" })).toBeHidden();
  let dialogs = 0;
  page.on("dialog", (dialog) => {
    dialogs += 1;
    return dialog.accept();
  });
  await page.reload();
  await expect(result.getByText("Bạn có thể rời trang")).toBeVisible();
  await expect(page.getByText("cuộc gọi.wav").first()).toBeVisible();
  await expect(result.getByText(earlier)).toBeHidden();
  await page.getByRole("link", { name: "Văn bản → giọng nói" }).click();
  await expect(page.getByRole("textbox", { name: "Văn bản" })).toBeVisible();
  await page.getByRole("link", { name: "Giọng nói → văn bản" }).click();
  await expect(result.getByText("Bạn có thể rời trang")).toBeVisible();
  end();
  await expect(sttId).toBeVisible();
  expect(await sttId.innerText()).not.toBe(earlier);
  expect(dialogs).toBe(0);
  const { db } = await import("@/lib/platform/db");
  const { businessId } = member;
  expect(await db.refusedRequest.count({ where: { businessId } })).toBe(0);
  await expect.poll(() => db.job.count({ where: { businessId } })).toBe(2);
});

test("while a file is uploaded, leaving asks first: by a link, by a reload, and not if nothing is uploaded", async ({
  page,
  member,
}) => {
  await page.goto(transcribeOf(member));
  // Nothing of it arrives.
  await page.route("**/stt", () => undefined);
  await choose(page);
  await runButton(page).click();
  await expect(page.getByText(/Đang tải lên/)).toBeVisible();
  const dialogs: string[] = [];
  let answer = false;
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.type());
    return answer ? dialog.accept() : dialog.dismiss();
  });
  await page.getByRole("link", { name: "Văn bản → giọng nói" }).click();
  expect(dialogs).toEqual(["confirm"]);
  await expect(page.getByText(/Đang tải lên/)).toBeVisible();
  await page.evaluate(() => location.reload());
  await expect.poll(() => dialogs).toEqual(["confirm", "beforeunload"]);
  await expect(page.getByText(/Đang tải lên/)).toBeVisible();

  answer = true;
  await page.getByRole("link", { name: "Văn bản → giọng nói" }).click();
  await expect(page.getByRole("textbox", { name: "Văn bản" })).toBeVisible();
  await page.getByRole("link", { name: "Giọng nói → văn bản" }).click();
  await expect(page.getByText("Bản chép lời sẽ hiện ở đây")).toBeVisible();
  expect(dialogs).toEqual(["confirm", "beforeunload", "confirm"]);
});

test("an upload that a reload cut off says so, runs nothing and leaves the earlier transcript", {
  tag: "@deep",
}, async ({ page, member }) => {
  await page.goto(transcribeOf(member));
  await choose(page, "cũ.wav");
  await runButton(page).click();
  const sttId = page.getByText(/^stt_\w+$/);
  const earlier = await sttId.innerText();
  await page.route("**/stt", () => undefined);
  await runButton(page).click();
  await expect(page.getByText(/Đang tải lên/)).toBeVisible();
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText("Tệp chưa tải lên xong")).toBeVisible({ timeout: 15_000 });
  await expect(sttId).toHaveText(earlier);
  const { db } = await import("@/lib/platform/db");
  expect(await db.job.count({ where: { businessId: member.businessId } })).toBe(1);
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });

  test("sees a message that their role cannot transcribe", async ({ page, member }) => {
    await page.goto(transcribeOf(member));
    await expect(page.getByText("Bạn không có quyền xem trang này")).toBeVisible();
    await expect(runButton(page)).toBeHidden();
  });
});

test("axe finds nothing wrong with transcribing", { tag: "@layout" }, async ({ page, member, pageLocale: _ }) => {
  await page.goto(transcribeOf(member));
  await expectAccessible(page);
});

test("settings: a member sets the retention of content and a custom pronunciation", { tag: "@deep" }, async ({
  page,
  member,
}) => {
  await page.goto(`/console/${member.businessSlug}/settings`);
  await page.getByRole("radio", { name: "7 ngày" }).check();
  await page.getByRole("radio", { name: "Chỉ Việt Nam" }).check();
  const data = page.locator("section").filter({ has: page.getByRole("heading", { name: "Dữ liệu" }) });
  await data.getByRole("button", { name: "Lưu" }).click();
  await expect(data.getByText("Đã lưu.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("radio", { name: "7 ngày" })).toBeChecked();

  const list = page.getByRole("navigation", { name: "Các phần của trang" });
  await list.getByRole("link", { name: "Thông tin hóa đơn" }).click();
  await expect(list.locator("[aria-current=location]")).toHaveText("Thông tin hóa đơn");
  await page.mouse.wheel(0, 10_000);
  await expect(list.locator("[aria-current=location]")).toHaveText("Lưu trữ doanh nghiệp");

  await page.goto(`/console/${member.businessSlug}/settings#reading`);
  await page.waitForURL(`/console/${member.businessSlug}/pronunciations#reading`);
  await page.getByLabel("Viết là").fill("ACB");
  await page.getByLabel("Đọc là").fill("a xê bê");
  await page.getByRole("button", { name: "Thêm" }).click();
  await expect(page.getByRole("cell", { name: "a xê bê" })).toBeVisible();
  await page.getByRole("button", { name: "Xóa cách đọc của ACB" }).click();
  await expect(page.getByText("Chưa có cách đọc riêng nào.")).toBeVisible();
});
