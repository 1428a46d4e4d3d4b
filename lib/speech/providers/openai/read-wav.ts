import { type Audio, ProviderError } from "@/lib/speech/provider";

type Layout = { isFloat: boolean; channels: number; sampleRate: number; bytesPerSample: number };

const mostChannels = 8;

/**
 * The samples of a WAV file, several channels mixed into one. Servers that stream do not know the length yet and write
 * zero or the largest number: then all that follows is sound. Throws ProviderError `broken` when it is not WAV or short.
 */
export function readWav(bytes: Uint8Array): Audio {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || idAt(view, 0) !== "RIFF" || idAt(view, 8) !== "WAVE") throw broken("no WAV file");
  let layout: Layout | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const [id, size] = [idAt(view, at), view.getUint32(at + 4, true)];
    const start = at + 8;
    if (id === "fmt " && size >= 16 && start + size <= bytes.length) layout = readLayout(view, start, size);
    if (id === "data" && layout) {
      const isStreamed = size === 0 || size >= 0x7fff_0000;
      if (!isStreamed && start + size > bytes.length) throw broken("a WAV file that was cut off");
      return readSamples(view, start, isStreamed ? bytes.length - start : size, layout);
    }
    at = start + size + (size % 2);
  }
  throw broken("a WAV file without sound");
}

const idAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));

function readLayout(view: DataView, at: number, size: number): Layout {
  const told = view.getUint16(at, true);
  // An extensible format names the real one at the head of its identifier.
  const format = told === 0xfffe && size >= 26 ? view.getUint16(at + 24, true) : told;
  const [channels, sampleRate] = [view.getUint16(at + 2, true), view.getUint32(at + 4, true)];
  const bits = view.getUint16(at + 14, true);
  const isKnown = (format === 1 && [8, 16, 24, 32].includes(bits)) || (format === 3 && bits === 32);
  const isSane = channels >= 1 && channels <= mostChannels && sampleRate >= 4000 && sampleRate <= 192_000;
  if (!isKnown || !isSane) throw broken("a WAV file of an unknown kind");
  return { isFloat: format === 3, channels, sampleRate, bytesPerSample: bits / 8 };
}

function readSamples(view: DataView, start: number, size: number, layout: Layout): Audio {
  const { channels, bytesPerSample } = layout;
  const samples = new Float32Array(Math.floor(size / (channels * bytesPerSample)));
  const read = readerOf(view, layout);
  for (let index = 0; index < samples.length; index++) {
    const frame = start + index * channels * bytesPerSample;
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += read(frame + channel * bytesPerSample);
    const sample = sum / channels;
    if (!Number.isFinite(sample)) throw broken("a sample that is no number");
    samples[index] = Math.max(-1, Math.min(1, sample));
  }
  return { samples, sampleRate: layout.sampleRate };
}

function readerOf(view: DataView, { isFloat, bytesPerSample }: Layout): (at: number) => number {
  if (isFloat) return (at) => view.getFloat32(at, true);
  if (bytesPerSample === 1) return (at) => (view.getUint8(at) - 128) / 128;
  if (bytesPerSample === 2) return (at) => view.getInt16(at, true) / 32_768;
  if (bytesPerSample === 3) return (at) => (view.getInt16(at + 1, true) * 256 + view.getUint8(at)) / 8_388_608;
  return (at) => view.getInt32(at, true) / 2_147_483_648;
}

const broken = (what: string) => new ProviderError("broken", `The engine sent ${what}.`, { retryable: true });
