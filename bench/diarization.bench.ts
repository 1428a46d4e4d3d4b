import { diarize, joinFrames, measureVoice } from "demo-recognizer";
import type { Figure } from "@/bench/support/measure";
import type { Audio } from "@/lib/engines/audio/formats";
import { splitAtPauses } from "@/lib/engines/pauses";
import { loadEspeak, utter } from "@/lib/engines/providers/espeak/engine";
import { diarizationErrorRate } from "@/testing/harness/conversation";
import { converseAtRandom, type Delivery, heldOutSets } from "@/testing/harness/random-conversation";

export const needsProduct = false;

const conversations = [
  { speakers: 1, count: 10, most: 0.01 },
  { speakers: 2, count: 20, most: 0.1 },
  { speakers: 3, count: 15, most: 0.15 },
];

/**
 * Diarization error rate (missed, false and confused speech as a share of the speech, 0.25 s on each side of a known
 * boundary left out, no overlapping speech) with eSpeak NG's voices, speeds, pitches and sentences that were neither
 * fitted nor tuned on. The number of speakers is not given.
 */
export default async function bench(): Promise<Figure[]> {
  const espeak = await loadEspeak();
  const speak = (text: string, { voice, wordsPerMinute, pitch }: Delivery) =>
    utter(espeak, { text, engineVoice: voice, wordsPerMinute, pitch, range: 50, volume: 100, gainDb: 0 }, () => false);
  const figures: Figure[] = [];
  let [seconds, ms] = [0, 0];
  for (const set of heldOutSets) {
    for (const { speakers, count, most } of conversations) {
      const rates: number[] = [];
      let right = 0;
      for (let seed = 1; seed <= count; seed++) {
        const { audio, known } = await converseAtRandom(set, speakers, 5000 + seed * 10 + speakers, speak);
        const start = performance.now();
        const turns = diarize(measure(audio));
        ms += performance.now() - start;
        seconds += audio.samples.length / audio.sampleRate;
        rates.push(diarizationErrorRate(known, turns));
        if (new Set(turns.map(({ speaker }) => speaker)).size === speakers) right++;
      }
      const percent = (rate: number) => `${(100 * rate).toFixed(1)} %`;
      const what = `${set.name}, ${speakers} ${speakers === 1 ? "speaker" : "speakers"}`;
      const mean = rates.reduce((sum, rate) => sum + rate, 0) / count;
      figures.push(
        { what: `error rate, ${what}`, value: percent(mean), target: `≤ ${100 * most} %`, met: mean <= most },
        { what: "  worst conversation", value: percent(Math.max(...rates)) },
        { what: "  conversations with the right number", value: `${right} of ${count}` },
      );
    }
  }
  return [
    ...figures,
    { what: "speech measured and divided per second", value: `${((1000 * seconds) / ms).toFixed(0)} s` },
  ];
}

function measure(audio: Audio) {
  const { sampleRate } = audio;
  return joinFrames(splitAtPauses(audio).map(({ samples }) => measureVoice({ samples, sampleRate })));
}
