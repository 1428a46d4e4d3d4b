import { spell } from "./letters";

/** How a sentence was read, from best to worst; `wrong` has a word that the writer did not mean. */
export type Verdict = "right" | "spelled" | "worded" | "wrong";

export type Scored = { verdict: Verdict; differences: { expected: string; spoken: string }[] };

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\d]+/gu) ?? [];

const letterNames = new Set("AĂÂBCDĐEÊFGHIJKLMNOÔƠPQRSTUƯVWXYZ".split("").flatMap((letter) => spell(letter).split(" ")));

/** Words that tell the kind of a number, without which it is still understood. */
const frame = new Set("ngày mùng mồng tháng đến tới trên phút giờ một là và số không linh lẻ phần dấu chấm phẩy".split(" "));

/**
 * Compares a reading with the accepted ones, separated by `|`, by their words alone: `spelled` differs only where letters
 * are spelled or left as written, `worded` only in words that frame a number.
 */
export function score(sentence: string, expected: string, spoken: string): Scored {
  const candidates = expected.split("|").map((accepted) => compare(sentence, accepted, spoken));
  const rank: Verdict[] = ["right", "spelled", "worded", "wrong"];
  return candidates.reduce((best, one) =>
    rank.indexOf(one.verdict) < rank.indexOf(best.verdict) ||
    (one.verdict === best.verdict && one.differences.length < best.differences.length)
      ? one
      : best,
  );
}

function compare(sentence: string, expected: string, spoken: string): Scored {
  const written = new Set(wordsOf(sentence));
  const differences = differencesOf(wordsOf(expected), wordsOf(spoken));
  const isSpelled = ({ said, due }: Difference) =>
    said.length > 0 && due.length > 0 && said.every((word) => letterNames.has(word) || written.has(word));
  const isFrame = ({ said, due }: Difference) => [...said, ...due].every((word) => frame.has(word));
  const verdict: Verdict =
    differences.length === 0
      ? "right"
      : differences.every(isSpelled)
        ? "spelled"
        : differences.every((one) => isSpelled(one) || isFrame(one))
          ? "worded"
          : "wrong";
  return { verdict, differences: differences.map(({ due, said }) => ({ expected: due.join(" "), spoken: said.join(" ") })) };
}

type Difference = { due: string[]; said: string[] };

/** The runs of words in which two readings differ, by their longest common subsequence. */
function differencesOf(due: string[], said: string[]): Difference[] {
  const length = Array.from({ length: due.length + 1 }, () => new Uint16Array(said.length + 1));
  for (let i = due.length - 1; i >= 0; i--)
    for (let j = said.length - 1; j >= 0; j--)
      (length[i] as Uint16Array)[j] =
        due[i] === said[j] ? at(length, i + 1, j + 1) + 1 : Math.max(at(length, i + 1, j), at(length, i, j + 1));
  const found: Difference[] = [];
  let open: Difference | null = null;
  for (let i = 0, j = 0; i < due.length || j < said.length; ) {
    if (i < due.length && j < said.length && due[i] === said[j]) {
      open = null;
      i++;
      j++;
      continue;
    }
    if (!open) {
      open = { due: [], said: [] };
      found.push(open);
    }
    if (j >= said.length || (i < due.length && at(length, i + 1, j) >= at(length, i, j + 1))) open.due.push(due[i++] ?? "");
    else open.said.push(said[j++] ?? "");
  }
  return found;
}

const at = (rows: Uint16Array[], i: number, j: number): number => rows[i]?.[j] ?? 0;

/** The 95 % interval of a share, after Wilson. */
export function intervalOf(count: number, all: number): [number, number] {
  const z = 1.96;
  const share = count / all;
  const center = share + (z * z) / (2 * all);
  const spread = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  return [(center - spread) / (1 + (z * z) / all), (center + spread) / (1 + (z * z) / all)];
}
