import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { wrapWav } from "@/lib/engines/audio/wav";
import { findSystemBrowser } from "@/scripts/browser.mjs";
import { trials } from "@/testing/harness/deep";
import { expect, test } from "./fixtures";

/** The browser's microphone input, played once. */
const spoken = join(tmpdir(), `vang-talk-${process.pid}.wav`);

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

/** At which the playground sends sound. */
const rate = 16_000;

const wordsOf = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .match(/[\p{L}\p{M}]+/gu) ?? [];

/** Sentences of the northern voice as 16-bit samples, each as it was made and all with a second between them. */
type Talk = { pcm: Buffer; sampleRate: number; sentences: { text: string; wav: Buffer }[] };

async function makeTalk(page: Page, key: string, seconds: number): Promise<Talk> {
  const rows = readFileSync("packages/vietnamese-text/held-out/third-author.tsv", "utf8").trimEnd().split("\n");
  const parts: Buffer[] = [];
  const sentences: Talk["sentences"] = [];
  let [sampleRate, bytes] = [0, 0];
  for (const row of rows.filter((each) => !each.startsWith("#") && !each.includes("@letters"))) {
    // `[[written=>reading|other reading]]`: the first reading is spoken.
    const text = (row.split("\t")[1] ?? "").replace(/\[\[.*?=>(.*?)(\|.*?)?\]\]/g, "$1");
    const data = { text, voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" };
    const { audioUrl } = await (await page.request.post("/tts", { headers: { "x-api-key": key }, data })).json();
    const wav = await (await page.request.get(audioUrl)).body();
    sampleRate = wav.readUInt32LE(24);
    bytes += wav.length + 2 * sampleRate;
    if (bytes > 2 * sampleRate * seconds) break;
    sentences.push({ text, wav });
    parts.push(Buffer.alloc(2 * sampleRate), wav.subarray(44));
  }
  return { pcm: Buffer.concat([...parts, Buffer.alloc(2 * sampleRate)]), sampleRate, sentences };
}

/** The edit distance over words. */
function wrongWords(said: readonly string[], recognized: readonly string[]): number {
  let row = Array.from({ length: recognized.length + 1 }, (_, index) => index);
  for (const [index, word] of said.entries()) {
    const next = [index + 1];
    for (const [place, other] of recognized.entries()) {
      const replaced = (row[place] as number) + (word === other ? 0 : 1);
      next.push(Math.min(replaced, (row[place + 1] as number) + 1, (next[place] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}

type Seen = {
  /** When sound was sent, how many samples had been sent then, and the loudness of each 10 ms of it. */
  sent: { at: number; samples: number; levels: number[] }[];
  /** The finals as the server sent them, and when each was on the page. */
  finals: { start: number; end: number; text: string }[];
  shownAt: number[];
};

/** Notes in the page what it sends and shows, and when. */
async function watch(page: Page) {
  await page.addInitScript(() => {
    const seen: Seen = { sent: [], finals: [], shownAt: [] };
    Object.assign(window, { seen });
    let samples = 0;
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
      if (data instanceof Int16Array) {
        samples += data.length;
        const levels = Array.from({ length: Math.floor(data.length / 160) }, (_, index) =>
          Math.sqrt(data.subarray(index * 160, index * 160 + 160).reduce((sum, one) => sum + one * one, 0) / 160),
        );
        seen.sent.push({ at: performance.now(), samples, levels });
        if (seen.sent.length === 1)
          this.addEventListener("message", (event) => {
            const message = JSON.parse(event.data);
            if (message.type === "final") seen.finals.push(message);
          });
      }
      send.call(this, data);
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          for (const span of node instanceof Element ? [node, ...node.querySelectorAll("span")] : [])
            if (span.matches("[role=log] > span:not([aria-hidden])")) seen.shownAt.push(performance.now());
    }).observe(document, { childList: true, subtree: true });
  });
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] as number;

/** From the moment when the last sound of each final was spoken, to that when its words were on the page. */
function latencies({ sent, finals, shownAt }: Seen): number[] {
  const levels = sent.flatMap((piece) => piece.levels);
  const threshold = 0.05 * quantile(levels, 0.95);
  return finals.map(({ end }, index) => {
    let frame = Math.min(levels.length - 1, Math.round(end * 100) + 5);
    while (frame > 0 && (levels[frame] as number) < threshold) frame--;
    const endOfSpeech = (frame + 1) / 100;
    const near = sent.filter(({ samples }) => Math.abs(samples / rate - endOfSpeech) < 2);
    const offset = quantile(
      near.map(({ at, samples }) => at - (1000 * samples) / rate),
      0.5,
    );
    return (shownAt[index] as number) - (offset + 1000 * endOfSpeech);
  });
}

test("a talk into the microphone is captioned live, soon after each utterance", { tag: "@deep" }, async ({
  page,
  member,
  factories,
}) => {
  const seconds = trials(process.env.VANG_TALK_SECONDS, 120, 600);
  test.setTimeout((seconds + 240) * 1000);
  const key = await factories.makeKey(member);
  const { pcm, sampleRate, sentences } = await makeTalk(page, key, seconds);
  writeFileSync(spoken, wrapWav(pcm, sampleRate, "pcm"));
  await watch(page);
  await page.goto(`/console/${member.businessSlug}/playground/live`);
  await expect(async () => {
    await page.getByRole("button", { name: "Bắt đầu" }).click({ timeout: 1000 });
    await expect(page.getByRole("button", { name: "Dừng" })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByText("Đang nghe, mời bạn nói.")).toBeVisible();
  await page.waitForTimeout((1000 * pcm.length) / (2 * sampleRate) + 1000);
  await page.getByRole("button", { name: "Dừng" }).click();
  await expect(page.getByText("Phí", { exact: true })).toBeVisible();

  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  expect(seen.shownAt).toHaveLength(seen.finals.length);
  const recognized = wordsOf(seen.finals.map(({ text }) => text).join(" "));
  const said = wordsOf(sentences.map(({ text }) => text).join(" "));
  const errors = wrongWords(said, recognized) / said.length;

  // What the engine itself needs, for sound of the same kind, with nothing else running.
  const speeds: number[] = [];
  for (const { wav: buffer } of sentences.slice(0, 10)) {
    const multipart = { file: { name: "a.wav", mimeType: "audio/wav", buffer } };
    const answer = await page.request.post("/stt", { headers: { "x-api-key": key }, multipart });
    speeds.push((await answer.json()).processingTimeMs / ((buffer.length - 44) / (2 * sampleRate)));
  }
  const msPerSecond = quantile(speeds, 0.5);
  const over = latencies(seen).map((latency, index) => {
    const { start, end } = seen.finals[index] as Seen["finals"][number];
    return latency - 300 - msPerSecond * (end - start);
  });
  const figures = {
    seconds,
    finals: seen.finals.length,
    words: said.length,
    wordErrorPercent: Math.round(errors * 1000) / 10,
    engineMsPerSecond: Math.round(msPerSecond),
    latencyP50: Math.round(quantile(latencies(seen), 0.5)),
    latencyP95: Math.round(quantile(latencies(seen), 0.95)),
    overP50: Math.round(quantile(over, 0.5)),
    overP95: Math.round(quantile(over, 0.95)),
  };
  test.info().annotations.push({ type: "figures", description: JSON.stringify(figures) });
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  expect(figures.overP95).toBeLessThanOrEqual(400);
});
