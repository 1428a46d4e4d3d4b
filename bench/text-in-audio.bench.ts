import { readFileSync } from "node:fs";
import { joinParts, loadRecognizer, recognize } from "demo-recognizer";
import { verbalize } from "vietnamese-text";
import { expectedOf, score } from "vietnamese-text/score";
import type { Figure } from "@/bench/support/measure";
import { splitAtPauses } from "@/lib/engines/pauses";
import { loadEspeak, utter } from "@/lib/engines/providers/espeak/engine";

export const needsProduct = false;

const perField = 10;
const voice = { engineVoice: "vi", wordsPerMinute: 175, pitch: 50, range: 50, volume: 100, gainDb: 0 };

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFC")
    .toLowerCase()
    .match(/[\p{L}\p{M}]+/gu) ?? [];

/** Words of one list that are in the other in the same order. */
function countCommon(one: readonly string[], other: readonly string[]): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const word of one) {
    const next = [0];
    for (const [at, second] of other.entries())
      next.push(word === second ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

/**
 * Ten sentences of each field, spoken by the built-in voice and transcribed by the built-in recognizer: how many of the
 * words that were decided before come back. No person listened.
 */
export default async function bench(): Promise<Figure[]> {
  const rows = expectedOf(readFileSync("packages/vietnamese-text/held-out/third-author.tsv", "utf8"));
  const fields = [...new Set(rows.map(({ field }) => field))];
  const [espeak, recognizer] = [await loadEspeak(), await loadRecognizer("packages/demo-recognizer/model")];
  const transcribe = (text: string) => {
    const spoken = utter(espeak, { ...voice, text }, () => false);
    const parts = splitAtPauses(spoken).map(({ start, samples }) => ({
      start,
      lines: recognize(recognizer, { samples, sampleRate: spoken.sampleRate }, () => false),
    }));
    return wordsOf(joinParts(parts).text);
  };
  const results = fields.map((field) => {
    const some = rows.filter((row) => row.field === field).slice(0, perField);
    const counts = some.map((row) => {
      const reading = field === "chat" ? ({ textStyle: "chat" } as const) : {};
      const { spoken } = verbalize(row.sentence, { region: "north", reading });
      // Of several accepted readings the one that was chosen counts.
      const isRight = score(row, spoken).verdict === "right";
      const decided = wordsOf(isRight ? spoken : row.parts.map(([first]) => first).join(" "));
      return { due: decided.length, found: countCommon(decided, transcribe(spoken)) };
    });
    const sum = (key: "due" | "found") => counts.reduce((total, one) => total + one[key], 0);
    return { field, due: sum("due"), found: sum("found") };
  });
  const share = (found: number, due: number) => `${found} of ${due}, ${((100 * found) / due).toFixed(1)} %`;
  const total = (key: "due" | "found") => results.reduce((sum, one) => sum + one[key], 0);
  return [
    { what: "words that come back from the audio", value: share(total("found"), total("due")) },
    ...results.map(({ field, due, found }) => ({ what: field, value: share(found, due) })),
  ];
}
