import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Member } from "@/lib/access/principals/member";
import { expect, expectAccessible, type Factories, test } from "./fixtures";

const folder = join(tmpdir(), `vang-recordings-${process.pid}`);
test.beforeAll(() => mkdirSync(folder, { recursive: true }));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sentence = "Hôm nay trời nhiều mây, chúc bạn một ngày làm việc thật vui vẻ.";

type Speaking = { page: Page; member: Member; factories: Factories };

/** A spoken sentence in a file of so many megabytes: most of it is a chunk of the WAV that players skip. */
async function recordingOf(megabytes: number, { page, member, factories }: Speaking): Promise<string> {
  const headers = { "x-api-key": await factories.makeKey(member) };
  const data = { text: sentence, voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" };
  const { audioUrl } = await (await page.request.post("/tts", { headers, data })).json();
  const wav = await (await page.request.get(audioUrl)).body();
  const filler = Buffer.alloc(megabytes * 1024 * 1024);
  filler.write("JUNK");
  filler.writeUInt32LE(filler.length - 8, 4);
  const file = Buffer.concat([wav.subarray(0, 12), filler, wav.subarray(12)]);
  file.writeUInt32LE(file.length - 8, 4);
  const path = join(folder, `họp ${megabytes}.wav`);
  writeFileSync(path, file);
  return path;
}

const open = (page: Page, { businessSlug }: Member) => page.goto(`/console/${businessSlug}/playground/transcribe`);

const run = (page: Page) => page.getByRole("main").getByRole("button", { name: "Chép lời", exact: true }).click();

const words = (page: Page) => page.getByRole("list", { name: "Lời trong bản chép" });

test("a file that is too large for one request is uploaded in parts, and leads to the page of its job", async ({
  page,
  member,
  factories,
}) => {
  const path = await recordingOf(27, { page, member, factories });
  await open(page, member);
  await page.locator("input[type=file]").setInputFiles(path);
  await expect(page.getByText("được chép lời bằng tác vụ dài")).toBeVisible();
  await run(page);
  await page.waitForURL(/\/history\/stt_\w+$/);
  await expect(page.getByRole("heading", { level: 1, name: "họp 27.wav" })).toBeVisible();
  await expect(page.getByText(/^stt_\w+$/)).toBeVisible();
});

test("the page of a job shows its transcript once it has ended, which is downloaded", { tag: "@deep" }, async ({
  page,
  member,
  factories,
}) => {
  test.setTimeout(180_000);
  await open(page, member);
  await page.locator("input[type=file]").setInputFiles(await recordingOf(28, { page, member, factories }));
  await run(page);
  await page.waitForURL(/\/history\/stt_\w+$/);
  await expectAccessible(page);
  // On a busy machine long jobs give way to everything else.
  await expect(words(page)).toContainText(/nhiều mây/i, { timeout: 120_000 });
  await expect(page.getByRole("status").filter({ hasText: "Đã xong" })).toBeVisible();
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "SRT" }).click();
  expect(readFileSync(await (await saved).path(), "utf8")).toMatch(/^1\n00:00:0/);
});

test("an upload continues after a break of the network, a pause and a reload; its job ends while another page is open", {
  tag: "@deep",
}, async ({ page, member, factories, complaints }) => {
  test.setTimeout(240_000);
  const path = await recordingOf(150, { page, member, factories });
  const browser = await page.context().newCDPSession(page);
  const network = (offline: boolean, uploadThroughput = 12 * 1024 * 1024) =>
    browser.send("Network.emulateNetworkConditions", { offline, latency: 0, downloadThroughput: -1, uploadThroughput });
  const percent = async () => Number(/(\d+)%/.exec(await page.getByRole("main").innerText())?.[1] ?? 0);
  const status = (words: string) => page.getByRole("status").filter({ hasText: words });
  await open(page, member);
  await network(false);
  await page.locator("input[type=file]").setInputFiles(path);
  await run(page);
  await expect(page.getByText(/MB\/giây/)).toBeVisible();
  await expect.poll(percent).toBeGreaterThan(10);

  await network(true);
  await expect(status("Mất kết nối")).toBeVisible();
  await network(false);
  await expect(status("Đang tải lên")).toBeVisible();
  const before = await percent();
  await expect.poll(percent).toBeGreaterThan(before);

  await page.getByRole("button", { name: "Tạm dừng" }).click();
  await expect(status("Tạm dừng")).toBeVisible();
  const paused = await percent();
  await page.waitForTimeout(1500);
  expect(await percent()).toBe(paused);
  await page.getByRole("button", { name: "Tiếp tục" }).click();
  await expect(status("Đang tải lên")).toBeVisible();

  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await network(false, 60 * 1024 * 1024);
  const again = page.locator("label").filter({ hasText: "Chọn lại tệp" }).locator("input");
  await again.setInputFiles({ name: "khác.wav", mimeType: "audio/wav", buffer: Buffer.alloc(10) });
  await expect(page.getByText("Đó là tệp khác")).toBeVisible();
  await again.setInputFiles(path);
  await expect.poll(percent).toBeGreaterThan(paused);
  await page.waitForURL(/\/history\/stt_\w+$/, { timeout: 60_000 });
  await expect(page.getByRole("heading", { level: 1, name: "họp 150.wav" })).toBeVisible();
  await page.getByRole("link", { name: "Tổng quan" }).first().click();
  const said = page.getByRole("link", { name: "họp 150.wav: đã xong." });
  await expect(said).toBeVisible({ timeout: 120_000 });
  await said.click();
  await expect(words(page)).toContainText(/nhiều mây/i);
  // The browser reports each request that the broken network ended.
  complaints.length = 0;
});
