import { expect, test } from "vitest";
import { openEngine, say, startMachine } from "@/testing/fakes/remote-engine";
import { sendAudio, spokenWav } from "@/testing/fakes/speech-server";

test("24-bit stereo, float and streamed WAV files of unknown length are read", async () => {
  const header = (format: number, channels: number, bits: number, size: number) => {
    const bytes = Buffer.from(spokenWav.subarray(0, 44));
    bytes.writeUInt16LE(format, 20);
    bytes.writeUInt16LE(channels, 22);
    bytes.writeUInt16LE(bits, 34);
    bytes.writeUInt32LE(size, 40);
    return bytes;
  };
  const server = await startMachine();
  const provider = openEngine([server]);
  const readSamples = async (bytes: Buffer) => {
    server.behave((_, response) => sendAudio(response, bytes));
    return [...(await say(provider)).samples];
  };
  const float = Buffer.alloc(4);
  float.writeFloatLE(0.25);
  expect(await readSamples(Buffer.concat([header(3, 1, 32, 4), float]))).toEqual([0.25]);
  expect(await readSamples(Buffer.concat([header(1, 2, 24, 6), Buffer.from([0, 0, 0x40, 0, 0, 0xc0])]))).toEqual([0]);
  expect(await readSamples(Buffer.concat([header(1, 1, 16, 0xffff_ffff), Buffer.from([0, 0x40])]))).toEqual([0.5]);
});
