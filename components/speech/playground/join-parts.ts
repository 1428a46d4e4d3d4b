import { type Speech, soundOf } from "@/lib/api/client/speech";

/** The parts of a text as one file: MP3 stays MP3, all else becomes WAV. Throws when a part cannot be loaded. */
export async function joinParts(parts: readonly Speech[], signal?: AbortSignal): Promise<Blob> {
  const files = await Promise.all(
    parts.map(async ({ response, base }) => {
      const answer = await fetch(soundOf(response.audioUrl, base), { signal });
      if (!answer.ok) throw new Error(`audio: status ${answer.status}`);
      return answer.arrayBuffer();
    }),
  );
  if (parts.every(({ request }) => request.audioFormat === "mp3"))
    return new Blob(
      files.map((file, index) => (index === 0 ? file : framesOf(new Uint8Array(file)))),
      { type: "audio/mpeg" },
    );
  const decoder = new OfflineAudioContext(1, 1, rate);
  const sounds = await Promise.all(files.map((file) => decoder.decodeAudioData(file)));
  return wavOf(sounds.map((sound) => sound.getChannelData(0)));
}

/** An MP3 file without the tags in front of its frames (ID3v2), which belong to the start of a file only. */
function framesOf(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (String.fromCharCode(...file.subarray(0, 3)) !== "ID3") return file;
  const [high = 0, upper = 0, lower = 0, low = 0] = file.subarray(6, 10);
  return file.subarray(10 + ((high << 21) | (upper << 14) | (lower << 7) | low));
}

const rate = 24_000;

/** 16-bit WAV of one channel. */
function wavOf(sounds: readonly Float32Array[]): Blob {
  const samples = sounds.map((sound) => Int16Array.from(sound, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767));
  const bytes = samples.reduce((length, each) => length + each.byteLength, 0);
  const header = new DataView(new ArrayBuffer(44));
  for (const [at, word] of [
    [0, 0x52494646],
    [8, 0x57415645],
    [12, 0x666d7420],
    [36, 0x64617461],
  ] as const)
    header.setUint32(at, word);
  header.setUint32(4, 36 + bytes, true);
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, rate, true);
  header.setUint32(28, rate * 2, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  header.setUint32(40, bytes, true);
  return new Blob([header, ...samples], { type: "audio/wav" });
}
