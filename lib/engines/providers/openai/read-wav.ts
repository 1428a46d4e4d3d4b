import { mixDown, type WavLayout } from "@/lib/engines/audio/decoding/wav";
import type { Audio } from "@/lib/engines/audio/formats";
import { ProviderError } from "@/lib/engines/provider";

type Layout = Omit<WavLayout, "data">;

const mostChannels = 8;

/**
 * Mixes the sound to one channel. Streaming servers do not know the length and write zero or a huge number: then
 * everything that follows is sound. Throws ProviderError `broken` for invalid or truncated files.
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
      return readSamples({ ...layout, data: bytes.subarray(start, isStreamed ? undefined : start + size) });
    }
    at = start + size + (size % 2);
  }
  throw broken("a WAV file without sound");
}

const idAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));

function readLayout(view: DataView, at: number, size: number): Layout {
  const tag = view.getUint16(at, true);
  // An extensible format has the actual format at the start of its GUID.
  const format = tag === 0xfffe && size >= 26 ? view.getUint16(at + 24, true) : tag;
  const [channels, sampleRate] = [view.getUint16(at + 2, true), view.getUint32(at + 4, true)];
  const bits = view.getUint16(at + 14, true);
  const isKnown = (format === 1 && [8, 16, 24, 32].includes(bits)) || (format === 3 && bits === 32);
  const isSane = channels >= 1 && channels <= mostChannels && sampleRate >= 4000 && sampleRate <= 192_000;
  if (!isKnown || !isSane) throw broken("a WAV file of an unknown kind");
  return { isFloat: format === 3, channels, sampleRate, bits };
}

function readSamples(layout: WavLayout): Audio {
  if (layout.isFloat && holdsNoNumber(layout.data)) throw broken("a sample that is no number");
  return { samples: mixDown(layout), sampleRate: layout.sampleRate };
}

function holdsNoNumber(data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at + 4 <= data.length; at += 4) if (!Number.isFinite(view.getFloat32(at, true))) return true;
  return false;
}

const broken = (what: string) => new ProviderError("broken", `The engine sent ${what}.`);
