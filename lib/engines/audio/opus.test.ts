import OpusScript from "opusscript";
import { expect, test } from "vitest";
import { listen, makeTone } from "@/testing/fakes/sound";
import { oggChecksum } from "./ogg";
import { encodeOpus } from "./opus";

const never = () => false;
const sampleRate = 22_050;

type Page = { flag: number; ticks: number; serial: number; number: number; packets: Uint8Array[] };

/** Parses Ogg pages (RFC 3533) and verifies their checksums. */
function readPages(bytes: Uint8Array): Page[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const pages: Page[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lacing = bytes.subarray(at + 27, at + 27 + (bytes[at + 26] ?? 0));
    const start = at + 27 + lacing.length;
    const end = start + lacing.reduce((sum, size) => sum + size, 0);
    const unsigned = bytes.slice(at, end).fill(0, 22, 26);
    expect(oggChecksum(unsigned)).toBe(view.getUint32(at + 22, true));
    const [flag = 0] = bytes.subarray(at + 5);
    const ticks = Number(view.getBigUint64(at + 6, true));
    const [serial, number] = [view.getUint32(at + 14, true), view.getUint32(at + 18, true)];
    pages.push({ flag, ticks, serial, number, packets: split(bytes.subarray(start, end), lacing) });
    at = end;
  }
  return pages;
}

function split(body: Uint8Array, lacing: Uint8Array): Uint8Array[] {
  const packets: Uint8Array[] = [];
  let [start, at] = [0, 0];
  for (const size of lacing) {
    at += size;
    if (size === 255) continue;
    packets.push(body.subarray(start, at));
    start = at;
  }
  return packets;
}

/** Decodes as a player does: without the pre-skip, up to the end given by the last page. */
function decode(pages: Page[]): Float32Array {
  const decoder = new OpusScript(24_000, 1, OpusScript.Application.AUDIO);
  const pieces = pages.slice(2).flatMap(({ packets }) => packets.map((packet) => decoder.decode(Buffer.from(packet))));
  decoder.delete();
  const pcm = Buffer.concat(pieces);
  const length = (pages.at(-1)?.ticks ?? 0) / 2;
  return Float32Array.from({ length }, (_, at) => pcm.readInt16LE(at * 2) / 32768).subarray(156);
}

test("the checksum is Ogg's CRC-32", () => {
  // From the CRC catalogue: CRC-32/MPEG-2's polynomial, initial value zero, not inverted.
  expect(oggChecksum(new TextEncoder().encode("123456789"))).toBe(0x89a1897f);
});

test.each([0.005, 0.5, 1.2345, 5])("an Opus file of %d s states its exact length", async (seconds) => {
  const samples = makeTone(300, sampleRate, seconds);
  const pages = readPages(await encodeOpus({ samples, sampleRate }, never));
  const head = pages[0]?.packets[0] as Uint8Array;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const preSkip = view.getUint16(10, true);

  expect(Buffer.from(head).toString("latin1", 0, 8)).toBe("OpusHead");
  expect(view.getUint32(12, true)).toBe(sampleRate);
  expect(((pages.at(-1)?.ticks ?? 0) - preSkip) / 48_000).toBeCloseTo(samples.length / sampleRate, 3);
  expect(pages.map(({ number }) => number)).toEqual(pages.map((_, index) => index));
  expect(new Set(pages.map(({ serial }) => serial)).size).toBe(1);
  expect([pages[0]?.flag, pages[1]?.flag, pages.at(-1)?.flag]).toEqual([2, 0, 4]);
});

test("the decoded sound equals the original, without a shift in time", async () => {
  const samples = makeTone(300, sampleRate, 1);
  samples.fill(0, 0, sampleRate / 2);
  const recognized = decode(readPages(await encodeOpus({ samples, sampleRate }, never)));
  const start = recognized.findIndex((sample) => Math.abs(sample) > 0.25);

  expect(recognized.length).toBe(24_000);
  expect(Math.abs(start - 12_000)).toBeLessThan(60);
  expect(listen(recognized.subarray(12_500), 24_000).pitchHz).toBeCloseTo(300, -1);
  expect(listen(recognized.subarray(13_000), 24_000).peak).toBeLessThan(0.6);
});

test("two files have different stream numbers, so that they can be chained", async () => {
  const audio = { samples: makeTone(300, sampleRate, 0.1), sampleRate };
  const [one, two] = [readPages(await encodeOpus(audio, never)), readPages(await encodeOpus(audio, never))];
  expect(one[0]?.serial).not.toBe(two[0]?.serial);
});

test("an Opus file is marked as AI-generated", async () => {
  const pages = readPages(await encodeOpus({ samples: makeTone(300, sampleRate, 0.1), sampleRate }, never));
  const tags = Buffer.from(pages[1]?.packets[0] ?? []);
  const vendorLength = tags.readUInt32LE(8);
  const comments: string[] = [];
  for (let at = 16 + vendorLength; at < tags.length; at += 4 + tags.readUInt32LE(at)) {
    comments.push(tags.toString("utf8", at + 4, at + 4 + tags.readUInt32LE(at)));
  }
  expect(tags.toString("latin1", 0, 8)).toBe("OpusTags");
  expect(comments).toEqual(["ENCODER=Vang", "COMMENT=AI-generated speech", "AI_GENERATED=true"]);
});
