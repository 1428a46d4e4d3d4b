import { parseSyllable, type Syllable, syllableWith } from "./phonemes";

/** A syllable that may stand in a place, and how unusual it is there. Names of letters must match more exactly. */
export type Candidate = { syllable: Syllable; cost: number; isLetter?: boolean };

/** A part of a word: consonants as they begin and as they end a syllable, or a vowel. */
type Sound = { isVowel: boolean; starts: readonly string[]; ends: readonly string[]; letters: string };

/** English and international spelling of vowels, in Vietnamese letters; the first is the most usual in Vietnam. */
const vowels: Record<string, string> = {
  eau: "ô",
  you: "diu iu",
  igh: "ai",
  oo: "u",
  ee: "i",
  ea: "i ê e",
  ai: "ai ây e ê",
  ay: "ay ây ê ai",
  ei: "ây i ê",
  ey: "ây i",
  oa: "âu ô oa",
  ow: "ao âu ô",
  ou: "u ao âu ơ",
  au: "ao au o ô",
  aw: "o ô ao",
  ie: "i ai iê",
  oi: "oi",
  oy: "oi oai",
  ue: "u uê",
  ui: "ui uy",
  eu: "iu ơ u êu",
  ew: "iu u",
  ae: "ê e",
  ar: "a",
  er: "ơ e",
  ir: "ơ ia",
  or: "o ô ơ",
  ur: "ơ u",
  a: "a ă e ê â",
  e: "e ê ơ i",
  i: "i ai",
  o: "o ô ơ âu",
  u: "u â ă iu ơ o",
  y: "i ai",
};
/** Before a single consonant and a silent e, as in "bike". */
const longVowels: Record<string, string> = { a: "ây ê ai e a", e: "i ê", i: "ai i", o: "ô âu o u", u: "u iu", y: "ai" };

/** Consonants as they begin a syllable, and as they end it (`-` for nothing). */
const consonants: Record<string, [starts: string, ends: string]> = {
  sch: ["s x", "t"],
  tch: ["ch", "ch t"],
  ch: ["ch tr c s", "ch c t"],
  sh: ["s x", "ch t"],
  ph: ["ph", "p"],
  th: ["th t đ", "t"],
  ck: ["c", "c ch"],
  gh: ["gh", "-"],
  kn: ["n", "n"],
  wr: ["r", "-"],
  qu: ["qu c", "c"],
  ng: ["ng", "ng"],
  b: ["b", "p"],
  c: ["c", "c ch"],
  d: ["đ d", "t"],
  f: ["ph", "p"],
  g: ["gh", "c"],
  h: ["h", "-"],
  j: ["gi ch", "t"],
  k: ["c", "c ch"],
  l: ["l", "n - u"],
  m: ["m", "m"],
  n: ["n", "n ng nh"],
  p: ["p b", "p"],
  q: ["qu c", "c"],
  r: ["r", "-"],
  s: ["x s d", "t -"],
  t: ["t", "t"],
  v: ["v", "p"],
  w: ["w v", "-"],
  x: ["x", "c t"],
  z: ["d gi", "t"],
};

const alternation = [
  ...Object.keys(vowels).filter((letters) => letters.length > 1 && !letters.endsWith("r")),
  "[aeiou]r(?![aeiouyr])",
  ...Object.keys(consonants),
  "[aeiouyăâêôơưđ]",
].join("|");
const graphemes = new RegExp(alternation, "g");

const list = (text: string): string[] => text.split(" ").map((part) => (part === "-" ? "" : part));

/** Letters to sounds. Double consonants are one; c and g are soft before e, i and y. */
function soundsOf(word: string): Sound[] {
  const spelled = word
    .replace(/[ts]ion/g, "shơn")
    .replace(/ture$/, "chơ")
    .replace(/([bcdfgklmnprstvz])\1/g, "$1");
  return Array.from(spelled.matchAll(graphemes), ({ 0: letters, index }): Sound => {
    const [starts, ends] = consonants[letters] ?? [];
    if (!starts || !ends)
      return { isVowel: letters !== "đ", starts: list(vowels[letters] ?? letters), ends: [""], letters };
    const isSoft = /^[eiy]/.test(spelled.slice(index + letters.length));
    const soft = isSoft && (letters === "c" ? ["x", "s"] : letters === "g" && ["gi", "gh"]);
    // Only between vowels is an s soft: "visa" is "vi da".
    const first = index === 0 && letters === "s" && ["x", "s"];
    return { isVowel: false, starts: soft || first || list(starts), ends: list(ends), letters };
  });
}

/**
 * The ways in which a Vietnamese says a foreign word, each a list of syllables with what may stand in their place:
 * "grab" is "gờ ráp" or "ráp". Nothing for a word without a vowel.
 */
export function foreignSyllables(word: string): Candidate[][][] {
  const sounds = soundsOf(word);
  const spelledWays = [sounds];
  const last = sounds.at(-1);
  // A final e is silent in English and is said in other languages; after "l" it is an "ồ".
  if (last?.letters === "e" && sounds.slice(0, -1).some((sound) => sound.isVowel)) {
    const before = sounds.at(-2);
    if (before?.letters === "l" && sounds.at(-3)?.isVowel === false)
      spelledWays.unshift([
        ...sounds.slice(0, -2),
        { isVowel: true, starts: ["ô", "ơ", "ôn"], ends: [""], letters: "ô" },
      ]);
    else spelledWays.unshift(withLongVowel(sounds.slice(0, -1)));
  }
  const ways = spelledWays.flatMap((spelled) => [syllablesOf(spelled, true), syllablesOf(spelled, false)]);
  const distinct = new Map(ways.map((way) => [JSON.stringify(way), way]));
  return [...distinct.values()].filter((way) => way.length > 0 && way.every((candidates) => candidates.length > 0));
}

function withLongVowel(sounds: readonly Sound[]): Sound[] {
  const at = sounds.length - 2;
  return sounds.map((sound, index) => {
    const long = index === at && sounds.at(-1)?.isVowel === false ? longVowels[sound.letters] : undefined;
    return long ? { ...sound, starts: list(long) } : sound;
  });
}

const stops = new Set(["p", "t", "c", "b", "d", "g", "k", "f", "ph", "v"]);

/** With "ờ" between consonants that Vietnamese does not join, or with the first of them left out. */
function syllablesOf(sounds: readonly Sound[], withSchwa: boolean): Candidate[][] {
  const said: Candidate[][] = [];
  let starts: Starts = { onsets: [""], dropped: false };
  let at = 0;
  const consonantsHere = () => {
    const from = at;
    while (at < sounds.length && !sounds[at]?.isVowel) at += 1;
    return sounds.slice(from, at);
  };
  const begin = (cluster: readonly Sound[]): Starts => {
    const onset = cluster.at(-1);
    if (!onset) return { onsets: [""], dropped: false };
    const rest = cluster.slice(0, -1);
    if (rest.length === 1 && rest[0]?.letters === "t" && onset.letters === "r")
      return { onsets: ["tr", "ch"], dropped: false };
    if (withSchwa) for (const sound of rest) said.push(candidatesOf(sound.starts, ["ơ"], [""], 1));
    const others = withSchwa ? [] : (rest.at(-1)?.starts ?? []);
    return { onsets: [...onset.starts, ...others], dropped: !withSchwa && rest.length > 0 };
  };
  starts = begin(consonantsHere());
  while (at < sounds.length) {
    const vowel = sounds[at];
    at += 1;
    const cluster = consonantsHere();
    const isLast = at >= sounds.length;
    const spoken = cluster.filter((sound) => sound.letters !== "r");
    const closing = isLast ? spoken[0] : codaBefore(cluster, withSchwa);
    const opening = isLast ? [] : closing ? cluster.slice(1) : cluster;
    let ends = closing ? [...closing.ends, ""] : [""];
    // A single consonant between vowels begins the next syllable, and often also ends this one.
    const only = cluster.length === 1 && !isLast ? cluster[0] : undefined;
    if (only?.letters === "x") ends = ["c", "t", ""];
    else if (only && only.letters !== "r") ends = ["", ...only.ends.filter((end) => end !== "" && end !== "u")];
    said.push(candidatesOf(starts.onsets, vowel?.starts ?? [], ends, starts.dropped ? 0.5 : 0));
    if (!isLast) starts = begin(opening);
  }
  return said;
}

type Starts = { onsets: readonly string[]; dropped: boolean };

/** Which consonant of several between vowels ends the syllable before them. */
function codaBefore(cluster: readonly Sound[], withSchwa: boolean): Sound | undefined {
  const [first, second] = cluster;
  if (!first || !second) return undefined;
  if (first.letters === "r") return first;
  const isJoined = cluster.length === 2 && stops.has(first.letters) && /^[lr]$/.test(second.letters);
  return isJoined && (withSchwa || first.letters === "t") ? undefined : first;
}

/** All syllables of these parts that Vietnamese has. Stops at the end are said with the tone "sắc". */
function candidatesOf(
  onsets: readonly string[],
  nuclei: readonly string[],
  codas: readonly string[],
  cost: number,
): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const [o, onset] of onsets.entries())
    for (const [n, nucleus] of nuclei.entries())
      for (const [c, coda] of codas.entries()) {
        const written = `${onset === "w" ? glided(nucleus) : onset + nucleus}${coda}`;
        const syllable = parseSyllable(written);
        if (!syllable) continue;
        const rank = Math.min(1.6, 0.3 * o + 0.3 * n + 0.4 * c);
        const tone = /(?:p|t|c|ch)$/.test(written) ? 2 : 0;
        const key = `${syllable.onset} ${syllable.rhyme}`;
        if ((candidates.get(key)?.cost ?? 9) > cost + rank)
          candidates.set(key, { syllable: syllableWith(syllable.onset, syllable.rhyme, tone), cost: cost + rank });
      }
  return [...candidates.values()];
}

/** "w" before a vowel: Washington is "oa sinh tơn". */
const glided = (nucleus: string): string => `${/^[aăe]/.test(nucleus) ? "o" : "u"}${nucleus}`;
