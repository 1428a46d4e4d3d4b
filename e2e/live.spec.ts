import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { wrapWav } from "@/lib/engines/audio/wav";
import { findSystemBrowser } from "@/scripts/browser.mjs";
import { expect, expectAccessible, test } from "./fixtures";

/** The browser's microphone input, played once. */
const spoken = join(tmpdir(), `vang-live-${process.pid}.wav`);

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

const liveOf = ({ businessSlug }: { businessSlug: string }) => `/console/${businessSlug}/playground/live`;

/** Clicks until the page's script answers. */
async function begin(page: Page) {
  await expect(async () => {
    const stop = page.getByRole("button", { name: "Dừng" });
    if (!(await stop.isVisible())) await page.getByRole("button", { name: "Bắt đầu" }).click({ timeout: 1000 });
    await expect(stop).toBeVisible({ timeout: 1000 });
  }).toPass();
}

test("words spoken into the microphone appear live, and the session is one job with its audio and transcript", async ({
  page,
  member,
  factories,
}) => {
  const headers = { "x-api-key": await factories.makeKey(member) };
  const data = { text: "Chúc bạn một ngày làm việc thật vui vẻ", voiceId: "north-linh", modelId: "vang-espeak" };
  const { audioUrl } = await (
    await page.request.post("/tts", { headers, data: { ...data, audioFormat: "wav" } })
  ).json();
  const wav = await (await page.request.get(audioUrl)).body();
  const sampleRate = wav.readUInt32LE(24);
  // Half a second of silence before it.
  writeFileSync(spoken, wrapWav(Buffer.concat([Buffer.alloc(sampleRate), wav.subarray(44)]), sampleRate, "pcm"));

  await page.goto(liveOf(member));
  await expect(page.getByText(/600\s₫\/phút/)).toBeVisible();
  await begin(page);
  await expect(page.getByText("Đang nghe, mời bạn nói.")).toBeVisible();
  const words = page.getByRole("log", { name: "Bản chép lời" });
  // Finals alone are announced.
  await expect(words.locator("span:not([aria-hidden])").first()).toContainText("làm việc thật vui vẻ");
  await expect(page.getByText(/^\d,\d giây$/)).toBeVisible();
  await page.getByRole("button", { name: "Dừng" }).click();
  await expect(page.getByText("Phí", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Mở trong Lịch sử" }).click();
  await expect(page.getByRole("slider", { name: "Vị trí nghe" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("làm việc thật vui vẻ");
});

const problem = {
  code: "INSUFFICIENT_CREDIT",
  message: "Insufficient credit.",
  messageVi: "Không đủ số dư.",
  requestId: "",
};
const done = {
  type: "done",
  trackingId: "stt_01k7tmk4a1b5c9d3f7g0h2j4ka",
  chargeVnd: 20,
  audioSeconds: 2,
  transcript: "",
};
const final = (text: string) => ({ type: "final", channel: 1, start: 0, end: 1, text, words: [], speechFinal: true });
const warning = (code: string, messageVi: string) => ({ type: "warning", code, message: "", messageVi });

test("a missing microphone, the end of credit, a restart and a lost connection are said, and the words stay", {
  tag: "@deep",
}, async ({ page, member }) => {
  /** What the server says in each session, and how it closes it. */
  const sessions = [
    { says: [final("một"), warning("RESTART", "Sắp khởi động lại."), done], code: 1001 },
    { says: [final("hai"), warning("CREDIT_ENDS", "Chỉ đủ cho 40 giây nữa.")], code: undefined },
    { says: [final("ba"), { type: "error", problem }, done], code: 4002 },
    { says: [final("bốn")], code: 1011 },
  ];
  await page.routeWebSocket(/\/stt\/live/, (socket) => {
    const { says = [], code } = sessions.shift() ?? {};
    for (const message of [{ type: "ready", trackingId: done.trackingId }, ...says])
      socket.send(JSON.stringify(message));
    if (code) void socket.close({ code });
    socket.onMessage((data) => {
      if (typeof data !== "string") return;
      socket.send(JSON.stringify(done));
      void socket.close({ code: 1000 });
    });
  });
  /** Lets the browser open no microphone, until it may again. */
  const refuse = (name: string | null) =>
    page.evaluate((error) => {
      const { mediaDevices } = navigator;
      mediaDevices.getUserMedia = async (wanted) => {
        if (error) throw new DOMException("", error);
        return MediaDevices.prototype.getUserMedia.call(mediaDevices, wanted);
      };
    }, name);
  const start = page.getByRole("button", { name: "Bắt đầu" });
  const words = page.getByRole("log", { name: "Bản chép lời" });
  const alert = page.getByRole("main").getByRole("alert");

  await page.goto(liveOf(member));
  await refuse("NotAllowedError");
  await expect(async () => {
    await start.click({ timeout: 1000 });
    await expect(page.getByText("Trình duyệt đang chặn micrô")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await refuse("NotFoundError");
  await start.click();
  await expect(page.getByText("Không tìm thấy micrô")).toBeVisible();
  await refuse(null);

  await start.click();
  await page.getByRole("button", { name: "Kết nối lại" }).click();
  await expect(words).toContainText("một hai");
  await expect(alert).toContainText("Chỉ đủ cho 40 giây nữa.");
  await expect(alert.getByRole("link", { name: "Nạp tiền" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Dừng" }).click();
  await expect(alert).toHaveCount(0);

  await page.keyboard.press("Control+Enter");
  await expect(alert.getByRole("link", { name: "Nạp tiền" })).toBeVisible();
  await expect(words).toHaveText(/^ba\s*$/);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Mất kết nối")).toBeVisible();
});
