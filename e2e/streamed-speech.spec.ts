import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, test } from "./fixtures";

/** About five minutes of speech, more than a browser loads ahead. */
const text = "Xin chào Việt Nam, hôm nay trời đẹp và có gió nhẹ. ".repeat(95).trim();

/** A partner's server: a page with a player, and the speech that it gets from Vang with its key. */
async function startPartner(vang: string | undefined, secret: string) {
  const state = { sent: 0, isBrokenOff: false };
  const server: Server = createServer(async (request, response) => {
    if (request.url !== "/speech") {
      return response.setHeader("content-type", "text/html").end('<audio src="/speech" controls></audio>');
    }
    const headers = { "x-api-key": secret, "content-type": "application/json" };
    const settings = { voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav", sampleRate: 48_000 };
    const speech = await fetch(`${vang}/tts/stream`, {
      method: "POST",
      headers,
      body: JSON.stringify({ text, ...settings }),
    });
    response.writeHead(speech.status, { "content-type": "audio/wav" });
    const counted = Readable.fromWeb(speech.body as never).on("data", ({ length }) => {
      state.sent += length;
    });
    await pipeline(counted, response).catch(() => {
      state.isBrokenOff = true;
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { server, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("a player plays a stream to its end, also after a pause of two minutes", { tag: "@deep" }, async ({
  page,
  member,
  factories,
  baseURL,
}) => {
  test.setTimeout(600_000);
  const { server, state, url } = await startPartner(baseURL, await factories.makeKey(member));
  await page.goto(url);
  const audio = page.locator("audio");
  const played = () => audio.evaluate((player: HTMLAudioElement) => player.currentTime);
  await audio.evaluate((player: HTMLAudioElement) => {
    // Without a click, browsers play only what is silent.
    player.muted = true;
    return player.play();
  });
  await expect.poll(played).toBeGreaterThan(2);
  await audio.evaluate((player: HTMLAudioElement) => player.pause());
  await page.waitForTimeout(120_000);
  const before = state.sent;
  await audio.evaluate((player: HTMLAudioElement) => {
    player.playbackRate = 16;
    return player.play();
  });
  const end = () => audio.evaluate(({ ended, error }: HTMLAudioElement) => error?.message ?? ended);
  await expect.poll(end, { timeout: 240_000 }).toBe(true);
  // The browser had stopped loading, and went on.
  expect(state.sent).toBeGreaterThan(before);
  expect(state.isBrokenOff).toBe(false);
  expect(await played()).toBeCloseTo((state.sent - 44) / 2 / 48_000, 0);
  server.closeAllConnections();
  server.close();
});
