import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Member } from "@/lib/access/principals/member";
import { expect, type Factories, test } from "./fixtures";

const folder = mkdtempSync(join(tmpdir(), "vang-long-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [wordCount, hours] = [40_000, 4];
const wordSeconds = (hours * 3600) / wordCount;

/** Four hours of speech: sentences of ten words, of which the first names its number, and an uncertain one at the end. */
async function plant(factories: Factories, member: Member): Promise<string> {
  const { ingest } = await import("@/lib/speech/history/ingest");
  const segments = Array.from({ length: wordCount / 10 }, (_, sentence) => {
    const texts = [`Câu${sentence}`, ..."hôm nay trời nhiều mây và gió rất".split(" "), "nhẹ."];
    const words = texts.map((written, at) => ({
      word: written.toLowerCase().replace(".", ""),
      written,
      start: (sentence * 10 + at) * wordSeconds,
      end: (sentence * 10 + at + 0.8) * wordSeconds,
      confidence: sentence === wordCount / 10 - 1 && at === 9 ? 0.2 : 0.9,
    }));
    const [first, last] = [words[0], words[9]];
    return { start: first?.start ?? 0, end: last?.end ?? 0, text: texts.join(" "), words };
  });
  const transcript = segments.map(({ text }) => text).join(" ");
  const caller = await factories.makeCaller({ businessId: member.businessId });
  const options = { inputObject: null, inputExpiresAt: null, audioDuration: hours * 3600 };
  const job = await factories.makeRecognized(caller, transcript, options, { segments, formatting: ["punctuate"] });
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  return job.trackingId;
}

/** Silence that a browser plays, in as few bytes as it allows. */
function silence(): string {
  const rate = 3000;
  const size = rate * hours * 3600;
  const head = Buffer.alloc(44);
  head.write("RIFF");
  head.writeUInt32LE(36 + size, 4);
  head.write("WAVEfmt ", 8);
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write("data", 36);
  head.writeUInt32LE(size, 40);
  const path = join(folder, "bốn giờ.wav");
  writeFileSync(path, Buffer.concat([head, Buffer.alloc(size, 128)]));
  return path;
}

/** The longest time in which the page responds to nothing, in milliseconds, while `act` runs. */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = window as unknown as { tasks: number[] };
    seen.tasks = [];
    new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    });
  });
  await act();
  return page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks));
}

test("a transcript of four hours scrolls smoothly, is searched, follows its sound, and is edited at its end", {
  tag: "@deep",
}, async ({ page, member, factories }) => {
  test.setTimeout(240_000);
  await page.goto(`/console/${member.businessSlug}/history/${await plant(factories, member)}/transcript`);
  const list = page.getByRole("list", { name: "Lời trong bản chép" });
  await expect(list.getByText("Câu0", { exact: true })).toBeVisible();
  const nodes = () => list.evaluate((element) => element.querySelectorAll("*").length);
  expect(await nodes()).toBeLessThan(6000);

  const scrolling = await longestTask(page, async () => {
    for (let step = 0; step < 60; step++) {
      await page.mouse.wheel(0, step < 40 ? 700 : 20_000);
      await page.waitForTimeout(30);
    }
  });
  expect(await nodes()).toBeLessThan(6000);
  await expect(list.locator("li").first()).not.toHaveAttribute("aria-posinset", "1");

  await page.getByRole("button", { name: "Tìm và thay" }).click();
  const searching = await longestTask(page, async () => {
    await page.getByRole("textbox", { name: "Tìm", exact: true }).fill("câu3987");
    await expect(page.getByText("1/1", { exact: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(list.getByText("Câu3987", { exact: true })).toBeInViewport();
  });
  await page.getByRole("button", { name: "Đóng phần tìm" }).click();

  await page.getByText("Chọn tệp để nghe").locator("input").setInputFiles(silence());
  const sound = page.locator("audio");
  await sound.evaluate(async (audio: HTMLAudioElement) => {
    audio.muted = true;
    if (audio.readyState === 0)
      await new Promise((ready) => audio.addEventListener("loadedmetadata", ready, { once: true }));
    audio.currentTime = 7200.05;
  });
  await expect(list.locator("[data-now]")).toHaveText("Câu2000");
  await expect(list.locator("[data-now]")).toBeInViewport();
  await list.getByText("Câu2001", { exact: true }).click();
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(7203);
  await sound.evaluate((audio: HTMLAudioElement) => audio.pause());

  // From the top of the list to its only uncertain word, 40,000 words below.
  await list.focus();
  await page.keyboard.press("Tab");
  await expect(list.locator(":focus")).toHaveText("nhẹ.");
  await expect(list.locator(":focus")).toBeInViewport();
  await page.keyboard.press("Enter");
  const field = list.getByRole("textbox").last();
  await field.fill("Hết cuộc họp.");
  const saving = await longestTask(page, async () => {
    await field.press("Enter");
    await expect(page.getByText("Đã lưu", { exact: true })).toBeVisible();
  });
  await expect(list.locator(":focus")).toHaveText("Hết");

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "SRT" }).click();
  expect(readFileSync(await (await saved).path(), "utf8")).toContain("Hết cuộc họp.");
  await page.reload();
  await list.focus();
  await page.keyboard.press("ArrowRight");
  await expect(list.locator(":focus")).toHaveText("Câu0");
  const longest = { scrolling, searching, saving };
  test.info().annotations.push({ type: "longest tasks in milliseconds", description: JSON.stringify(longest) });
  console.log(JSON.stringify(longest));
  // Of a quiet machine.
  expect(Math.max(...Object.values(longest))).toBeLessThan(200);
});
