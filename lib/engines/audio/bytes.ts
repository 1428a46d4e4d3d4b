import type { Audio } from "./formats";

/** Concatenates into memory of its own, which can be transferred between threads. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

export function joinSamples(pieces: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

export function joinPcm(one: Int16Array, other: Int16Array): Int16Array<ArrayBuffer> {
  const joined = new Int16Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}

export const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Unsigned 32-bit integers, least significant byte first. */
export function littleEndian(...numbers: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(numbers.length * 4));
  for (const [index, number] of numbers.entries()) view.setUint32(index * 4, number, true);
  return new Uint8Array(view.buffer);
}

/** Unsigned 32-bit integers, most significant byte first. */
export function bigEndian(...numbers: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(numbers.length * 4));
  for (const [index, number] of numbers.entries()) view.setUint32(index * 4, number);
  return new Uint8Array(view.buffer);
}

/** Audio of 16-bit samples, converted when first calculated with: sound that only passes through never is. */
export function audioOfPcm(pcm: Int16Array<ArrayBuffer>, sampleRate: number): Audio & { durationSeconds: number } {
  let samples: Float32Array | undefined;
  return {
    pcm,
    sampleRate,
    durationSeconds: pcm.length / sampleRate,
    get samples() {
      samples ??= toFloats(pcm);
      return samples;
    },
  };
}

export const lengthOf = (audio: Audio): number => (audio.pcm ?? audio.samples).length;

export const pcmOf = (audio: Audio): Int16Array<ArrayBuffer> => audio.pcm ?? toInt16(audio.samples);

function toFloats(pcm: Int16Array): Float32Array {
  const samples = new Float32Array(pcm.length);
  // Not `Float32Array.from`, which takes twenty times as long.
  for (let at = 0; at < samples.length; at++) samples[at] = (pcm[at] as number) / 32_768;
  return samples;
}

/** Converts samples between -1 and 1 to 16-bit integers, clipping values beyond. */
export function toInt16(samples: Float32Array): Int16Array<ArrayBuffer> {
  const numbers = new Int16Array(samples.length);
  // Not `Int16Array.from`, whose intermediate list of all samples would fill the memory for a long text.
  for (let at = 0; at < samples.length; at++) {
    const scaled = Math.floor((samples[at] as number) * 32768 + 0.5);
    numbers[at] = scaled > 32767 ? 32767 : scaled < -32768 ? -32768 : scaled;
  }
  return numbers;
}
