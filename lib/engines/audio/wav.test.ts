import { expect, test } from "vitest";
import { makeTone } from "@/testing/fakes/sound";
import { encodeWav } from "./wav";

const sampleRate = 22_050;

const textAt = (bytes: Uint8Array, at: number, length = 4) => String.fromCharCode(...bytes.subarray(at, at + length));

/** All chunks of a RIFF file by their id, from an offset. */
function readChunks(bytes: Uint8Array, from: number): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = new Map<string, Uint8Array>();
  for (let at = from; at < bytes.length; at += 8 + view.getUint32(at + 4, true)) {
    chunks.set(textAt(bytes, at), bytes.subarray(at + 8, at + 8 + view.getUint32(at + 4, true)));
  }
  return chunks;
}

test("a WAV file holds every sample from byte 44 on, in 16 bits", async () => {
  const samples = makeTone(440, sampleRate, 0.5);
  const bytes = await encodeWav({ samples, sampleRate });
  const view = new DataView(bytes.buffer);

  expect([textAt(bytes, 0), textAt(bytes, 8), textAt(bytes, 36)]).toEqual(["RIFF", "WAVE", "data"]);
  expect(view.getUint32(4, true)).toBe(bytes.length - 8);
  expect(view.getUint16(20, true)).toBe(1);
  expect(view.getUint16(22, true)).toBe(1);
  expect(view.getUint32(24, true)).toBe(sampleRate);
  expect(view.getUint32(28, true)).toBe(sampleRate * 2);
  expect([view.getUint16(32, true), view.getUint16(34, true)]).toEqual([2, 16]);
  expect(view.getUint32(40, true)).toBe(samples.length * 2);
  for (const [index, sample] of samples.entries()) {
    expect(Math.abs(view.getInt16(44 + index * 2, true) - sample * 32768)).toBeLessThanOrEqual(0.5);
  }
});

test("samples beyond full scale are clipped, not wrapped around", async () => {
  const bytes = await encodeWav({ samples: Float32Array.of(1, 1.5, -1, -2), sampleRate });
  expect([...new Int16Array(bytes.buffer, 44, 4)]).toEqual([32767, 32767, -32768, -32768]);
});

test("a WAV file is marked as AI-generated", async () => {
  const chunks = readChunks(await encodeWav({ samples: makeTone(440, sampleRate, 0.1), sampleRate }), 12);
  const info = readChunks(chunks.get("LIST") ?? new Uint8Array(), 4);

  expect(textAt(info.get("ISFT") ?? new Uint8Array(), 0)).toBe("Vang");
  expect(textAt(info.get("ICMT") ?? new Uint8Array(), 0, 19)).toBe("AI-generated speech");
  for (const chunk of [...chunks.values(), ...info.values()]) expect(chunk.length % 2).toBe(0);
});
