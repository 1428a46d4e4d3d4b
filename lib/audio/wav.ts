import type { Audio } from "@/lib/audio/formats";
import { ascii, joinBytes, littleEndian, toInt16 } from "./bytes";
import { provenance } from "./provenance";

const bytesPerSample = 2;

/**
 * 16-bit PCM. The provenance chunk follows the samples, so that they begin at byte 44, where simple readers expect
 * them.
 */
export async function encodeWav({ samples, sampleRate }: Audio): Promise<Uint8Array<ArrayBuffer>> {
  const pcm = new Uint8Array(toInt16(samples).buffer);
  const info = [chunk("ISFT", text(provenance.encoder)), chunk("ICMT", text(provenance.comment))];
  const body = joinBytes([
    ascii("WAVE"),
    chunk("fmt ", describe(sampleRate)),
    chunk("data", pcm),
    chunk("LIST", joinBytes([ascii("INFO"), ...info])),
  ]);
  return chunk("RIFF", body);
}

function describe(sampleRate: number): Uint8Array {
  const pcmMono = 1 | (1 << 16);
  const layout = bytesPerSample | ((bytesPerSample * 8) << 16);
  return littleEndian(pcmMono, sampleRate, sampleRate * bytesPerSample, layout);
}

/** Zero-terminated and padded to an even length, as the format requires. */
const text = (words: string): Uint8Array => ascii(words.padEnd(words.length + 2 - (words.length % 2), "\0"));

const chunk = (id: string, body: Uint8Array) => joinBytes([ascii(id), littleEndian(body.length), body]);
