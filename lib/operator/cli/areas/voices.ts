import { writeFileSync } from "node:fs";
import { encode } from "@/lib/engines/audio/encode";
import { audioFormats } from "@/lib/engines/audio/formats";
import { loadEspeak, utter } from "@/lib/engines/providers/espeak/engine";
import { type Loudness, measureLoudness, targetLufs } from "@/lib/engines/providers/espeak/loudness";
import sentences from "@/lib/engines/providers/espeak/loudness-sentences.json" with { type: "json" };
import { espeakVoices } from "@/lib/engines/providers/espeak/voices";
import { verb } from "@/lib/operator/cli/verb";

const table = "lib/engines/providers/espeak/gains.json";
const usual = { text: sentences.join(" "), wordsPerMinute: 175, pitch: 50, range: 50 };
const [usualVolume, highestVolume] = [100, 200];

export const verbs = [
  verb({
    usage: "measure",
    about: "measures the loudness of the built-in voices with FFmpeg, and the gain that each needs",
    isDefault: true,
    options: { "--write": "into the file of gains" },
    async run({ options, terminal }) {
      const espeak = await loadEspeak();
      const gains: Record<string, number> = {};
      terminal.show([row("voice", "gain", ...audioFormats, "new gain", "peaks at full volume")]);
      for (const voice of espeakVoices) {
        const loudness = await measure(espeak, voice, usualVolume);
        const loudest = await measure(espeak, voice, highestVolume);
        const levels = loudness.map(({ lufs }) => lufs);
        const middle = (Math.min(...levels) + Math.max(...levels)) / 2;
        const gain = Number((voice.gainDb + targetLufs - middle).toFixed(1));
        gains[voice.voiceId] = gain;
        const formats = loudness.map(({ lufs, truePeak }) => `${lufs} LUFS ${truePeak} dBTP`);
        const peaks = loudest.map(({ truePeak }) => truePeak).join(" ");
        terminal.show([row(voice.voiceId, `${voice.gainDb} dB`, ...formats, `${gain} dB`, peaks)]);
      }
      if (options.write) writeFileSync(table, `${JSON.stringify(gains, null, 2)}\n`);
      return { lines: [], data: gains };
    },
  }),
];

/** Over all sentences, in each format. */
async function measure(
  espeak: Awaited<ReturnType<typeof loadEspeak>>,
  { engineVoice, gainDb }: (typeof espeakVoices)[number],
  volume: number,
): Promise<Loudness[]> {
  const audio = utter(espeak, { ...usual, engineVoice, gainDb, volume }, () => false);
  const files: Uint8Array[] = [];
  for (const format of audioFormats) files.push((await encode(audio, { format }, () => false)).bytes);
  return measureLoudness(files);
}

const row = (...cells: string[]): string => cells.map((cell) => cell.padEnd(22)).join(" ");
