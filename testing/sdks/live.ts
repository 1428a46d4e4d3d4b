import { createHash, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, vi } from "vitest";
import type { Drivers } from "./driver";

export type LiveWorld = {
  drivers: Drivers;
  baseUrl: string;
  apiKey: string;
  directory: string;
};

const text = { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak" };

const fetchBytes = async (url: unknown) => Buffer.from(await (await fetch(String(url))).arrayBuffer());
const sha256Of = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A recording of the text, as a file. */
async function record({ drivers, directory, ...client }: LiveWorld, audioFormat = "wav"): Promise<string> {
  const { audioUrl } = await drivers.ok("tts", client, { body: { ...text, audioFormat } });
  const path = join(directory, `chào-${randomUUID()}.${audioFormat}`);
  await writeFile(path, await fetchBytes(audioUrl));
  return path;
}

/** What every SDK does with a real Vang. */
export const liveBehaviors: Record<string, (world: LiveWorld) => Promise<void>> = {
  async "text becomes speech, which is downloaded and charged once"({ drivers, ...client }) {
    const options = { idempotencyKey: randomUUID(), metadata: { customer: "Cô Hường" } };
    const spoken = await drivers.ok("tts", client, { body: text, options });
    expect(spoken).toMatchObject({ trackingId: expect.stringMatching(/^tts_/), chargeVnd: 5.1 });
    expect(spoken.requestId).toMatch(/^req_/);
    const again = await drivers.ok("tts", client, { body: text, options });
    expect(again.trackingId).toBe(spoken.trackingId);
    const bytes = await fetchBytes(spoken.audioUrl);
    const downloaded = await drivers.ok("download", client, { url: spoken.audioUrl });
    expect(downloaded).toMatchObject({ bytes: bytes.length, sha256: sha256Of(bytes) });
  },

  async "speech is streamed"({ drivers, ...client }) {
    const { bytes, sha256 } = await drivers.ok("ttsStream", client, { body: text });
    expect(bytes).toBeGreaterThan(2000);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  },

  async "a recording is transcribed, as a stream and as bytes"(world) {
    const { drivers, ...client } = world;
    const path = await record(world);
    for (const as of ["stream", "bytes"]) {
      const result = await drivers.ok("stt", client, { path, as, fields: { modelId: "vang-demo-stt" } });
      expect(result, as).toMatchObject({ transcript: "xin chào việt nam", trackingId: expect.stringMatching(/^stt_/) });
      expect(result.requestId).toMatch(/^req_/);
    }
  },

  async "subtitles are a text"(world) {
    const { drivers, ...client } = world;
    const fields = { modelId: "vang-demo-stt", responseFormat: "srt" };
    const { text } = await drivers.ok("stt", client, { path: await record(world), as: "bytes", fields });
    expect(text).toMatch(/^1\n00:00:/);
  },

  async "voices, models, balance and the reading of a text are read"({ drivers, ...client }) {
    expect((await drivers.ok("voices", client)).count).toBeGreaterThan(1);
    expect((await drivers.ok("models", client)).count).toBeGreaterThan(1);
    expect(await drivers.ok("balance", client)).toMatchObject({ currency: "VND" });
    const preview = await drivers.ok("preview", client, { body: { ...text, text: "Giá 25.000đ" } });
    expect(JSON.stringify(preview)).toMatch(/hai mươi lăm nghìn/);
  },

  async "what Vang rejects is a typed error in both languages"({ drivers, ...client }) {
    const error = await drivers.error("tts", client, { body: { ...text, voiceId: "nobody" } });
    expect(error).toMatchObject({
      kind: "api",
      status: 400,
      code: "VOICE_UNKNOWN",
      param: "voiceId",
      retryable: false,
    });
    expect(error.messageVi).toMatch(/\p{L}/u);
    expect(error.requestId).toMatch(/^req_/);
    const wrongKey = await drivers.error("balance", { ...client, apiKey: "vang_live_wrong" });
    expect(wrongKey).toMatchObject({ kind: "api", status: 401, code: "KEY_INVALID" });
  },

  async "a long text is read aloud, and a long recording transcribed, as jobs"(world) {
    const { drivers, ...client } = world;
    const read = await drivers.ok("job", client, { kind: "tts", text: "Xin chào Việt Nam.", voiceId: "north-linh" });
    expect(read).toMatchObject({ status: "succeeded", jobId: expect.stringMatching(/^tts_/) });
    const body = { kind: "stt", path: await record(world), modelId: "vang-demo-stt" };
    const transcribed = await drivers.ok("job", client, body);
    expect(transcribed).toMatchObject({ status: "succeeded" });
    expect(String(transcribed.transcript).toLowerCase()).toMatch(/xin chào việt nam/);
  },

  async "the history is read over its pages"({ drivers, ...client }) {
    const made: unknown[] = [];
    for (let count = 0; count < 3; count++) made.push((await drivers.ok("tts", client, { body: text })).trackingId);
    // `expect.poll` is of one test at a time, and these run beside each other.
    await vi.waitFor(async () => {
      const { ids } = await drivers.ok("history", client, { query: { limit: 2, service: "tts" } });
      expect(ids).toEqual(expect.arrayContaining(made));
    }, 10_000);
  },

  async "a program creates a key that expires, changes it, lists it, and ends it"({ drivers, ...client }) {
    const name = `Nightly ${randomUUID()}`;
    const body = { name, scopes: ["balance:read"], expiresInSeconds: 3600 };
    const { id, secret, rotated, updated, status, listed, revoked } = await drivers.ok("keys", client, { body });
    expect([updated, status, listed, revoked]).toEqual([`${name} 2`, "rotating", true, true]);
    expect([secret, rotated]).toEqual([expect.stringMatching(/^vang_live_/), expect.stringMatching(/^vang_live_/)]);
    expect(rotated).not.toBe(secret);
    for (const apiKey of [secret, rotated])
      expect(await drivers.error("balance", { ...client, apiKey: String(apiKey) })).toMatchObject({
        status: 401,
        code: "KEY_INVALID",
      });
    const { body: ended } = await drivers.ok("get", client, { path: `/keys/${id}` });
    expect(ended).toMatchObject({ name: updated, status: "revoked", expiresAt: expect.stringMatching(/Z$/) });
  },

  async "speech is transcribed while it is spoken"(world) {
    const { drivers, ...client } = world;
    const path = await record(world);
    const sampleRate = (await readFile(path)).readUInt32LE(24);
    const result = await drivers.ok("live", client, { path, query: { modelId: "vang-demo-stt", sampleRate } });
    expect(result).toMatchObject({ transcript: "xin chào việt nam", trackingId: expect.stringMatching(/^stt_/) });
  },
};
