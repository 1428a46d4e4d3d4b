import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSystemBrowser } from "@/scripts/browser.mjs";
import { expect, test } from "./fixtures";

/** The browser's microphone input, played once. */
const spoken = join(tmpdir(), `vang-microphone-${process.pid}.wav`);

test.use({
  launchOptions: {
    executablePath: findSystemBrowser(),
    args: [
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-audio-capture=${spoken}%noloop`,
    ],
  },
});

test("speech into the microphone is recorded, sent and transcribed", { tag: "@deep" }, async ({
  page,
  member,
  factories,
}) => {
  const headers = { "x-api-key": await factories.makeKey(member) };
  const data = { text: "Chúc bạn một ngày làm việc thật vui vẻ", voiceId: "north-linh", modelId: "vang-espeak" };
  const { audioUrl } = await (
    await page.request.post("/tts", { headers, data: { ...data, audioFormat: "wav" } })
  ).json();
  writeFileSync(spoken, await (await page.request.get(audioUrl)).body());

  await page.goto(`/console/${member.businessSlug}/playground/transcribe`);
  const stop = page.getByRole("button", { name: "Dừng ghi" });
  await expect(async () => {
    await page.getByRole("button", { name: "Ghi âm" }).click({ timeout: 1000 });
    await expect(stop).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByText("0:04")).toBeVisible();
  await stop.click();
  await expect(page.getByText(/^ghi-am\.webm$/)).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Chép lời", exact: true }).click();
  await expect(page.getByRole("region", { name: "Bản chép lời" }).locator("p[lang=vi]")).toContainText(
    "làm việc thật vui vẻ",
  );
});
