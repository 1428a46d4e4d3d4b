import { spawnSync } from "node:child_process";
import { type Figure, median, percent, text200 } from "@/bench/support/measure";
import { loadEspeak, utter } from "@/lib/engines/providers/espeak/engine";

const utterance = {
  text: text200,
  engineVoice: "vi",
  wordsPerMinute: 175,
  pitch: 50,
  range: 50,
  volume: 100,
  gainDb: 0,
};

/**
 * Characters per second on one core: the embedded engine in this thread, compared with the native command on the same
 * text.
 */
export default async function bench(): Promise<Figure[]> {
  if (spawnSync("espeak-ng", ["--version"]).error) {
    return [{ what: "engine against the native command", value: 'not measured: "apt-get install espeak-ng" first' }];
  }
  const engine = await loadEspeak();
  const ratios: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < 8; round++) {
    const native = rate(
      () => void spawnSync("espeak-ng", ["-v", "vi", "-s", "175", "--stdout", text200], { maxBuffer: 1 << 24 }),
    );
    own.push(rate(() => void utter(engine, utterance, () => false)));
    if (round > 0) ratios.push((own.at(-1) ?? 0) / native);
  }
  return [
    { what: "embedded engine, characters a second on one core", value: median(own).toFixed(0) },
    { what: "of the native command's", value: percent(median(ratios)), target: "≥ 90 %", met: median(ratios) >= 0.9 },
  ];
}

function rate(speak: () => void): number {
  const start = performance.now();
  for (let count = 0; count < 20; count++) speak();
  return (20 * [...text200].length) / ((performance.now() - start) / 1000);
}
