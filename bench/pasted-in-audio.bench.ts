import { readdirSync, readFileSync } from "node:fs";
import { joinParts, loadRecognizer, recognize } from "demo-recognizer";
import { verbalize } from "vietnamese-text";
import { pastedTextOf, score } from "vietnamese-text/score";
import type { Figure } from "@/bench/support/measure";
import { splitAtPauses } from "@/lib/engines/pauses";
import { loadEspeak, utter } from "@/lib/engines/providers/espeak/engine";

export const needsProduct = false;

const directory = "packages/vietnamese-text/held-out/pasted-texts";
const north = { region: "north" } as const;
const voice = { engineVoice: "vi", wordsPerMinute: 175, pitch: 50, range: 50, volume: 100, gainDb: 0 };

/** A syllable by its sound in the north: d, gi and r are one, and so are s and x, tr and ch, i and y, c, k and q. */
const soundOf = (syllable: string): string =>
  syllable
    .normalize("NFD")
    .replace(/^(?:gi(?=\p{M}?[aeiouy])|r)|^g(?=i)/u, "d")
    .replace(/^s/, "x")
    .replace(/^tr/, "ch")
    .replace(/^ngh/, "ng")
    .replace(/^gh/, "g")
    .replace(/^(?:k(?!h)|q)/, "c")
    .replace(/^y|(?<![aou]\p{M}?)y(?=\p{M}?$)/u, "i")
    .replace(/^(d|đ)?uy/, "$1ui")
    .normalize("NFC");

const soundsOf = (text: string): string[] =>
  (
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  ).map(soundOf);

/** For each word, whether it is in the other list, in the same order. */
function foundIn(due: readonly string[], transcribed: readonly string[]): boolean[] {
  const rows: Uint16Array[] = Array.from({ length: due.length + 1 }, () => new Uint16Array(transcribed.length + 1));
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = due.length - 1; i >= 0; i--)
    for (let j = transcribed.length - 1; j >= 0; j--)
      (rows[i] as Uint16Array)[j] =
        due[i] === transcribed[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found = due.map(() => false);
  for (let i = 0, j = 0; i < due.length && j < transcribed.length; )
    if (due[i] === transcribed[j]) {
      found[i++] = true;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  return found;
}

/**
 * Ten pasted texts whose words a person decided before any of them was read, spoken by the built-in northern voice and
 * transcribed by the built-in recognizer. The control speaks the decided words, typed plainly: what it loses, the
 * recognizer loses. No person listened.
 */
export default async function bench(): Promise<Figure[]> {
  const [espeak, recognizer] = [await loadEspeak(), await loadRecognizer("packages/demo-recognizer/model")];
  const transcribe = (spoken: string): string[] => {
    const audio = utter(espeak, { ...voice, text: spoken }, () => false);
    const parts = splitAtPauses(audio).map(({ start, samples }) => ({
      start,
      lines: recognize(recognizer, { samples, sampleRate: audio.sampleRate }, () => false),
    }));
    return soundsOf(joinParts(parts).text);
  };
  const results = readdirSync(directory).map((file) => {
    const text = pastedTextOf(file.replace(".txt", ""), readFileSync(`${directory}/${file}`, "utf8"));
    const { spoken } = verbalize(text.sentence, north);
    const { expected, differences } = score(text, spoken);
    const typed = verbalize(expected, north).spoken;
    const due = soundsOf(typed);
    const [pasted, control] = [foundIn(due, transcribe(spoken)), foundIn(due, transcribe(typed))];
    const lost = due.filter((_, index) => !pasted[index] && control[index]);
    const gained = due.filter((_, index) => pasted[index] && !control[index]);
    return {
      name: text.field,
      due: due.length,
      misread: differences.map(({ expected: words, spoken: said }) => `${words || "-"} as ${said || "-"}`),
      found: pasted.filter(Boolean).length,
      controlFound: control.filter(Boolean).length,
      lost,
      gained,
    };
  });
  const sum = (key: "due" | "found" | "controlFound") => results.reduce((total, one) => total + one[key], 0);
  const share = (count: number, all: number) => `${count} of ${all}, ${((100 * count) / all).toFixed(1)} %`;
  const misread = results.flatMap((one) => one.misread);
  const [found, controlFound, due] = [sum("found"), sum("controlFound"), sum("due")];
  return [
    {
      what: "texts read in the decided words",
      value: share(results.filter((one) => one.misread.length === 0).length, results.length),
      target: "all",
      met: misread.length === 0,
    },
    { what: "decided words that come back", value: share(found, due) },
    {
      what: "the same, typed plainly (control)",
      value: share(controlFound, due),
      target: "at most 2 % more",
      met: controlFound - found <= 0.02 * due,
    },
    ...results.map((one) => ({
      what: one.name,
      value: [
        `${share(one.found, one.due)}; control ${one.controlFound}`,
        `only lost when pasted: ${one.lost.join(" ") || "-"}`,
        `only found when pasted: ${one.gained.join(" ") || "-"}`,
        ...one.misread,
      ].join("; "),
    })),
  ];
}
