import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Member } from "@/lib/access/principals/member";
import { expect, expectAccessible, type Factories, test } from "./fixtures";

const folder = mkdtempSync(join(tmpdir(), "vang-recordings-"));
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

test("a file that is too large for one request is uploaded in parts, and its job's page shows the transcript", async ({
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
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(words(page)).toContainText(/nhiều mây/i);
  await expect(page.getByRole("status").filter({ hasText: "Đã xong" })).toBeVisible();
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "SRT" }).click();
  expect(readFileSync(await (await saved).path(), "utf8")).toMatch(/^1\n00:00:0/);
});
