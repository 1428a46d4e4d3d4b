// @module-tag promise
// @module-tag slow
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { hasFfmpeg } from "@/lib/engines/audio/decoding/ffmpeg";
import { recognizeInPool, warmPool } from "@/lib/engines/pool";
import { db } from "@/lib/platform/db";
import { LiveClient, pcmOf, sayNorthern, silence } from "@/testing/harness/live";
import { needs } from "@/testing/harness/needs";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";

let server: Awaited<ReturnType<typeof serveHere>>;
let sound: Buffer;
beforeAll(async () => {
  server = await serveHere();
  await warmPool();
  const hello = await sayNorthern("xin chào các bạn");
  sound = pcmOf(silence(0.4), hello, silence(1));
  // The recognizer is loaded by its first use.
  await recognizeInPool({ samples: hello, sampleRate: 16_000 }, new AbortController().signal);
}, 180_000);
afterAll(() => server.close());

/** As browsers record: Opus in WebM without a length, or in Ogg. */
function packed(format: "webm" | "ogg"): Buffer {
  const input = ["-f", "s16le", "-ar", "16000", "-ac", "1", "-i", "pipe:0"];
  const live = format === "webm" ? ["-live", "1", "-cluster_time_limit", "100"] : ["-page_duration", "100000"];
  const output = ["-c:a", "libopus", "-b:a", "32k", ...live, "-f", format, "pipe:1"];
  const { stdout, stderr } = spawnSync("ffmpeg", ["-loglevel", "error", ...input, ...output], { input: sound });
  expect(String(stderr)).toBe("");
  return stdout;
}

const open = async (path: string) => {
  const { key } = await makePartner();
  return new LiveClient(`${server.url}${path}`, [], { headers: { authorization: `Token ${key}`, "x-api-key": key } });
};

describe.runIf(hasFfmpeg())("where FFmpeg is there", needs("FFmpeg"), () => {
  test.each(["webm", "ogg"] as const)("Opus in %s is transcribed while it comes, and kept as WAV", async (format) => {
    const client = await open("/stt/live?encoding=opus");
    await client.opened;
    // About a tenth of a second each.
    await client.send(packed(format), { bytes: 400, pauseMs: 40 });
    await vi.waitUntil(() => client.of("final").length === 1, { timeout: 10_000 });
    client.say({ type: "close" });
    expect(await client.closed).toEqual({ code: 1000, reason: "" });
    const [done] = client.of("done");
    expect(done).toMatchObject({ transcript: "xin chào các bạn", audioSeconds: Math.ceil(sound.length / 32_000) });
    await vi.waitUntil(() => db.job.count({ where: { trackingId: String(done?.trackingId) } }), { timeout: 10_000 });
    const job = await db.job.findUniqueOrThrow({ where: { trackingId: String(done?.trackingId) } });
    expect(job).toMatchObject({ audioFormat: "wav", inputObject: expect.stringMatching(/\.wav$/) });
  });

  test("a client of Deepgram that names no encoding sends a container", async () => {
    const client = await open("/v1/listen?model=nova-3&language=vi");
    await client.opened;
    await client.send(packed("webm"), { bytes: 400, pauseMs: 10 });
    client.say({ type: "CloseStream" });
    expect((await client.closed).code).toBe(1000);
    const text = client.of("Results").find(({ is_final }) => is_final);
    expect(text).toHaveProperty("channel.alternatives[0].transcript", "xin chào các bạn");
  });

  test.each([
    ["what is in no container", Buffer.alloc(2000, 7)],
    ["what only begins like one", Buffer.concat([Buffer.from("OggS"), Buffer.alloc(20_000, 7)])],
  ])("%s ends the session as invalid audio", async (_, bytes) => {
    const client = await open("/stt/live?encoding=opus");
    await client.opened;
    client.socket.send(bytes);
    client.say({ type: "close" });
    expect(await client.closed).toEqual({ code: 1008, reason: "AUDIO_INVALID" });
    expect(client.of("error")).toMatchObject([{ problem: { code: "AUDIO_INVALID" } }]);
    expect(client.of("done")).toMatchObject([{ audioSeconds: 0, chargeVnd: 0 }]);
  });
});

test("without FFmpeg a container is rejected at the handshake, and raw sound without its rate too", async () => {
  const ffmpeg = await import("@/lib/engines/audio/decoding/ffmpeg");
  const missing = vi.spyOn(ffmpeg, "hasFfmpeg").mockReturnValue(false);
  const { status, body } = await (await open("/stt/live?encoding=opus")).rejected;
  expect([status, body.code]).toEqual([415, "AUDIO_UNSUPPORTED"]);
  missing.mockRestore();
  const raw = await (await open("/v1/listen?encoding=linear16")).rejected;
  expect([raw.status, raw.body.param]).toEqual([400, "sample_rate"]);
});
