import "server-only";
import { writeFileSync } from "node:fs";
import { encode } from "@/lib/audio/encode";
import { audioFormats } from "@/lib/audio/formats";
import { loadEspeak, utter } from "./engine";
import { type Loudness, measureLoudness, targetLufs } from "./loudness";
import sentences from "./loudness-sentences.json" with { type: "json" };
import { espeakVoices } from "./voices";

const table = "lib/engines/providers/espeak/gains.json";
const usual = { text: sentences.join(" "), wordsPerMinute: 175, pitch: 50, range: 50 };
const [usualVolume, highestVolume] = [100, 200];

const espeak = await loadEspeak();
const gains: Record<string, number> = {};
process.stdout.write(`${row("voice", "gain", ...audioFormats, "new gain", "peaks at full volume")}\n`);
for (const voice of espeakVoices) {
  const loudness = await measure(voice, usualVolume);
  const loudest = await measure(voice, highestVolume);
  const levels = loudness.map(({ lufs }) => lufs);
  const middle = (Math.min(...levels) + Math.max(...levels)) / 2;
  const gain = Number((voice.gainDb + targetLufs - middle).toFixed(1));
  gains[voice.voiceId] = gain;
  const formats = loudness.map(({ lufs, truePeak }) => `${lufs} LUFS ${truePeak} dBTP`);
  const peaks = loudest.map(({ truePeak }) => truePeak).join(" ");
  process.stdout.write(`${row(voice.voiceId, `${voice.gainDb} dB`, ...formats, `${gain} dB`, peaks)}\n`);
}
if (process.argv.includes("--write")) writeFileSync(table, `${JSON.stringify(gains, null, 2)}\n`);

/** Over all sentences, in each format. */
async function measure({ engineVoice, gainDb }: (typeof espeakVoices)[number], volume: number): Promise<Loudness[]> {
  const audio = utter(espeak, { ...usual, engineVoice, gainDb, volume }, () => false);
  const files: Uint8Array[] = [];
  for (const format of audioFormats) files.push((await encode(audio, { format }, () => false)).bytes);
  return measureLoudness(files);
}

function row(...cells: string[]): string {
  return cells.map((cell) => cell.padEnd(22)).join(" ");
}
