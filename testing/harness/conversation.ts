import type { Audio } from "@/lib/engines/audio/formats";

/** Who speaks from `start` to `end`, in seconds. */
export type KnownTurn = { start: number; end: number; speaker: string | number };

export const conversationLines = [
  "xin chào, tôi muốn hỏi về đơn hàng của tôi",
  "chào anh, anh cho tôi xin số điện thoại",
  "hôm nay trời đẹp quá, tôi muốn gửi tiền vào tài khoản",
  "cảm ơn anh đã gọi điện cho công ty chúng tôi",
  "xe buýt đến bến lúc tám giờ sáng",
  "mẹ đi chợ mua rau và cá về nấu cơm tối",
  "ngày mai chúng ta gặp nhau ở nhà hàng",
  "vâng, tôi sẽ gọi lại cho anh vào buổi chiều",
];

type Speak = (text: string, voice: string) => Audio | Promise<Audio>;

/** Voices that speak in turn, a line each, with a pause of 0.3 s between, and when each speaks. */
export async function converse(
  voices: readonly string[],
  turns: number,
  speak: Speak,
  pauseSeconds = 0.3,
): Promise<{ audio: Audio; known: KnownTurn[] }> {
  const parts: Float32Array[] = [];
  const known: KnownTurn[] = [];
  let [length, rate] = [0, 16_000];
  for (let turn = 0; turn < turns; turn++) {
    const speaker = voices[turn % voices.length] as string;
    const { samples, sampleRate } = await speak(conversationLines[turn % conversationLines.length] as string, speaker);
    const own = withoutSilence(samples);
    rate = sampleRate;
    known.push({ start: length / rate, end: (length + own.length) / rate, speaker });
    const silence = new Float32Array(Math.round(pauseSeconds * rate));
    parts.push(own, silence);
    length += own.length + silence.length;
  }
  const samples = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return { audio: { samples, sampleRate: rate }, known };
}

const quiet = 0.005;

export function withoutSilence(samples: Float32Array): Float32Array {
  const isLoud = (sample: number) => Math.abs(sample) > quiet;
  return samples.subarray(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1);
}

export const collarSeconds = 0.25;

/**
 * The diarization error rate: missed, false and confused speech as a share of the known speech, with speakers matched
 * as fits best, and 0.25 s on each side of a known boundary left out. Speech does not overlap.
 */
export function diarizationErrorRate(known: readonly KnownTurn[], found: readonly KnownTurn[]): number {
  const step = 0.01;
  const end = Math.max(...[...known, ...found].map((turn) => turn.end));
  const at = (turns: readonly KnownTurn[], time: number) =>
    turns.find(({ start, end }) => time >= start && time < end)?.speaker;
  const together = new Map<string | number, Map<string | number, number>>();
  let [speech, errors] = [0, 0];
  for (let time = step / 2; time < end; time += step) {
    const isNear = known.some(
      (turn) => Math.abs(turn.start - time) < collarSeconds || Math.abs(turn.end - time) < collarSeconds,
    );
    if (isNear) continue;
    const [said, recognized] = [at(known, time), at(found, time)];
    if (said !== undefined) speech++;
    if (said === undefined || recognized === undefined) {
      if (said !== recognized) errors++;
      continue;
    }
    const row = together.get(said) ?? new Map<string | number, number>();
    row.set(recognized, (row.get(recognized) ?? 0) + 1);
    together.set(said, row);
  }
  const rows = [...together.values()];
  const both = rows.reduce((sum, row) => sum + [...row.values()].reduce((one, other) => one + other, 0), 0);
  return (errors + both - mostMatched(rows, new Set())) / Math.max(1, speech);
}

function mostMatched(rows: readonly Map<string | number, number>[], taken: ReadonlySet<string | number>): number {
  const [row, ...others] = rows;
  if (!row) return 0;
  const ways = [...row].filter(([recognized]) => !taken.has(recognized));
  return Math.max(
    mostMatched(others, taken),
    ...ways.map(([recognized, frames]) => frames + mostMatched(others, new Set([...taken, recognized]))),
  );
}
