import { hasDevelopmentPages } from "@/lib/access/auth/development";

const sampleRate = 16_000;

/** Four seconds of swelling syllables as a WAV file (RIFF, 16-bit mono), for the gallery's waveforms. */
export async function GET(): Promise<Response> {
  if (!(await hasDevelopmentPages())) return new Response(null, { status: 404 });
  const samples = Int16Array.from({ length: sampleRate * 4 }, (_, at) => {
    const seconds = at / sampleRate;
    const syllable = Math.abs(Math.sin(seconds * 5.5)) ** 3 * (0.35 + 0.65 * Math.abs(Math.sin(seconds * 1.3)));
    return Math.sin(2 * Math.PI * (180 + 30 * Math.sin(seconds * 2)) * seconds) * syllable * 20_000;
  });
  return new Response(Buffer.concat([header(samples.byteLength), Buffer.from(samples.buffer)]), {
    headers: { "content-type": "audio/wav" },
  });
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(44);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + size, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(size, 40);
  return bytes;
}
