// @module-tag promise
// @module-tag slow
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeTone } from "@/testing/fakes/sound";
import { startApi } from "@/testing/harness/api";

const disk = { isFull: false };

const noSpace = () => Object.assign(new Error("no space left"), { code: "ENOSPC" });

// Like a full disk: some bytes are written, then no more, of objects here and of long uploads below.
vi.mock("node:fs", async (original) => {
  const files = await original<typeof import("node:fs")>();
  const writeFile = (file: number, bytes: Uint8Array, done: (error: Error | null) => void) => {
    if (!disk.isFull) return files.writeFile(file, bytes, done);
    files.writeFile(file, bytes.subarray(0, 10), (error) => done(error ?? noSpace()));
  };
  return { ...files, writeFile };
});

vi.mock("node:fs/promises", async (original) => {
  const files = await original<typeof import("node:fs/promises")>();
  const open: typeof files.open = async (...how) => {
    const file = await files.open(...how);
    const { writeFile } = file;
    file.writeFile = async (bytes, ...rest) => {
      if (!disk.isFull) return writeFile.call(file, bytes, ...rest);
      await writeFile.call(file, Buffer.from(bytes as Uint8Array).subarray(0, 10));
      throw noSpace();
    };
    return file;
  };
  return { ...files, open };
});

let api: Awaited<ReturnType<typeof startApi>>;
let key: string;
let businessId: string;
beforeAll(async () => {
  mkdirSync(join(env.VANG_DATA, "uploads"));
  api = await startApi();
  const member = await makeMember({ creditMilli: 10_000_000n });
  ({ businessId } = member);
  key = await makeKey(member);
});
afterAll(() => api.close());
beforeEach(() => {
  disk.isFull = false;
});

const speak = () => api.post("/tts", key, { text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak" });

async function transcribe(seconds: number) {
  const body = new FormData();
  const wav = await encodeWav({ samples: makeTone(220, 16_000, seconds), sampleRate: 16_000 });
  body.append("file", new Blob([wav]), "a.wav");
  return api.call("POST", "/stt", { key, body });
}

const files = () =>
  ["objects", "uploads"].flatMap((place) =>
    readdirSync(join(env.VANG_DATA, place), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name),
  );
const charges = () => db.hold.count({ where: { businessId, status: "captured" } });
const open = () => db.hold.count({ where: { businessId, status: "open" } });

test.each([
  ["reading aloud", speak],
  ["transcribing", () => transcribe(1)],
  ["transcribing a longer file", () => transcribe(10)],
] as const)(
  "with a full disk, %s is rejected as retryable, costs nothing, leaves no file, and works again with room",
  async (_, call) => {
    expect((await call()).status).toBe(200);
    await expect.poll(open, { timeout: 10_000 }).toBe(0);
    const [charged, kept] = [await charges(), files()];

    disk.isFull = true;
    const { status, json, headers } = await call();
    expect([status, json.code, json.retryable]).toEqual([503, "OVERLOADED", true]);
    expect(headers.get("retry-after")).not.toBeNull();
    expect(files().toSorted()).toEqual(kept.toSorted());
    expect([await open(), await charges()]).toEqual([0, charged]);

    disk.isFull = false;
    expect((await call()).status).toBe(200);
  },
);

test("with a full disk a part of an upload is rejected, its offset stays, and a job waits until there is room", async () => {
  const wav = Buffer.from(await encodeWav({ samples: makeTone(220, 16_000, 3), sampleRate: 16_000 }));
  const tus = { "tus-resumable": "1.0.0", "x-api-key": key };
  const length = { ...tus, "upload-length": String(wav.length) };
  const { json } = await api.call("POST", "/uploads", { key, headers: length });
  const path = `/uploads/${json.uploadId}`;
  const send = (offset: number, end?: number) =>
    fetch(api.url + path, {
      method: "PATCH",
      headers: { ...tus, "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
      body: new Uint8Array(wav.subarray(offset, end)),
    });
  expect((await send(0, 1000)).status).toBe(204);
  disk.isFull = true;
  expect((await send(1000)).status).toBe(503);
  expect((await api.get(path, key)).json.receivedBytes).toBe(1000);
  disk.isFull = false;
  expect((await send(1000)).status).toBe(204);

  const job = { kind: "stt", uploadId: json.uploadId, modelId: "vang-demo-stt" };
  const { jobId } = (await api.call("POST", "/jobs", { key, json: job })).json;
  disk.isFull = true;
  const failed = () => db.longJobStep.count({ where: { jobId: String(jobId), lastError: { not: null } } });
  await expect.poll(failed, { timeout: 20_000 }).toBe(1);
  disk.isFull = false;
  await expect
    .poll(async () => (await api.get(`/jobs/${jobId}`, key)).json.status, { timeout: 30_000 })
    .toBe("succeeded");
  expect(await db.transfer.count({ where: { kind: "charge", trackingId: String(jobId) } })).toBe(1);
});
