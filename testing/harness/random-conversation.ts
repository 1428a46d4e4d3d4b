import { readFileSync } from "node:fs";
import { expectedOf } from "vietnamese-text/score";
import { joinSamples } from "@/lib/engines/audio/bytes";
import type { Audio } from "@/lib/engines/audio/formats";
import { type KnownTurn, withoutSilence } from "./conversation";

/** Voices and sentences that nothing of `diarize` was fitted or tuned on. */
export const heldOutSets = [
  {
    name: "voices of the product",
    voices: [
      ["vi+f3", "vi+f5", "vi+m3", "vi", "vi-vn-x-central+f4", "vi-vn-x-central+m7"],
      ["vi-vn-x-south+linda", "vi-vn-x-south+f2", "vi-vn-x-south+Nguyen", "vi-vn-x-south+m4"],
    ].flat(),
    sentences: "third-author",
  },
  {
    name: "other variants",
    voices: [
      "f1",
      "m1",
      "m2",
      "m5",
      "m6",
      "m8",
      "Alicia",
      "belinda",
      "steph",
      "john",
      "Mario",
      "paul",
      "Andrea",
    ].flatMap((variant) => ["vi", "vi-vn-x-central", "vi-vn-x-south"].map((language) => `${language}+${variant}`)),
    sentences: "redaction-author",
  },
] as const;

export type Delivery = { voice: string; wordsPerMinute: number; pitch: number };
type Speak = (text: string, delivery: Delivery) => Audio | Promise<Audio>;
type HeldOutSet = { voices: readonly string[]; sentences: string };

/**
 * A conversation of different variants, each with a speed from 0.7 to 1.4 and a pitch from 25 to 75, or all with the same.
 * Turns last 1 to 15 s, with 0 to 0.6 s between. The same seed gives the same conversation.
 */
export async function converseAtRandom(set: HeldOutSet, speakers: number, seed: number, speak: Speak) {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const sentences = sentencesOf(set.sentences);
  const deliver = () => ({
    wordsPerMinute: Math.round(175 * (0.7 + 0.7 * random())),
    pitch: Math.round(25 + 50 * random()),
  });
  const [shared, isShared] = [deliver(), random() < 0.5];
  const variantOf = (voice: string) => voice.split("+")[1];
  const people: Delivery[] = [];
  while (people.length < speakers) {
    const voice = pick(set.voices);
    if (people.some((person) => variantOf(person.voice) === variantOf(voice))) continue;
    const own = isShared ? shared : deliver();
    people.push({ voice, wordsPerMinute: own.wordsPerMinute, pitch: own.pitch });
  }

  const parts: Float32Array[] = [];
  const known: KnownTurn[] = [];
  let [length, rate, last] = [0, 16_000, -1];
  const add = (samples: Float32Array) => {
    parts.push(samples);
    length += samples.length;
  };
  const turns = 3 * speakers + Math.floor(random() * 5);
  for (let turn = 0; turn < turns; turn++) {
    const others = people.map((_, index) => index).filter((index) => index !== last || speakers === 1);
    last = turn < speakers ? turn : pick(others);
    const person = people[last] as Delivery;
    const wanted = 15 ** random();
    const start = length;
    for (;;) {
      const missing = wanted - (length - start) / rate;
      const words = pick(sentences).split(" ");
      const text = words.slice(0, Math.max(2, Math.round((missing * 3.2 * person.wordsPerMinute) / 175))).join(" ");
      const { samples, sampleRate } = await speak(text, person);
      rate = sampleRate;
      add(withoutSilence(samples));
      if (wanted - (length - start) / rate < 1) break;
      add(new Float32Array(Math.round((0.1 + 0.2 * random()) * rate)));
    }
    known.push({ start: start / rate, end: length / rate, speaker: person.voice });
    add(new Float32Array(Math.round(0.6 * random() * rate)));
  }
  return { audio: { samples: joinSamples(parts), sampleRate: rate }, known, people };
}

const sentencesOf = (name: string): string[] =>
  expectedOf(readFileSync(`packages/vietnamese-text/held-out/${name}.tsv`, "utf8"))
    .map(({ sentence }) => sentence)
    .filter((sentence) => sentence.length > 15 && sentence.length < 200 && !/[@{}<>|]/.test(sentence));

/** Numbers from 0 to 1 by a linear congruential generator (Numerical Recipes). */
function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) % 2 ** 32;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
