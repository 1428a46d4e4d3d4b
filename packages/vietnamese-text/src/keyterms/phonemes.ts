/**
 * How alike two Vietnamese syllables sound to a recognizer or across regions. A distance is the negative logarithm of how
 * often one is written where the other was spoken, roughly: 0 is the same sound, 1 a confusion of every day, 6 none.
 */

/** A syllable by its sounds: numbers that stand for an onset, a rhyme and a tone. */
export type Syllable = { onset: number; rhyme: number; tone: number };

const toneMarks = ["\u0300", "\u0301", "\u0309", "\u0303", "\u0323"];
const anyTone = /[\u0300\u0301\u0309\u0303\u0323]/g;
const shape =
  /^(ngh|ng|nh|gh|gi|kh|ch|ph|qu|th|tr|b|c|d|đ|g|h|k|l|m|n|p|r|s|t|v|x)?([aăâeêioôơuưy]+)(ng|nh|ch|m|n|p|t|c|k)?$/;

/** Onsets that are written in several ways. */
const sameOnset: Record<string, string> = { ngh: "ng", gh: "g", k: "c", qu: "c", gi: "d" };

/** The vowels of a rhyme: what glides before them, the nucleus, and what glides after it. */
const vowels: Record<string, string> = {
  ia: " iê ",
  iê: " iê ",
  ya: " iê ",
  yê: " iê ",
  ua: " uô ",
  uô: " uô ",
  ưa: " ươ ",
  ươ: " ươ ",
  y: " i ",
  ai: " a i",
  ao: " a u",
  ay: " ă i",
  au: " ă u",
  ây: " â i",
  âu: " â u",
  eo: " e u",
  êu: " ê u",
  iu: " i u",
  iêu: " iê u",
  yêu: " iê u",
  oi: " o i",
  ôi: " ô i",
  ơi: " ơ i",
  ui: " u i",
  ưi: " ư i",
  ưu: " ư u",
  uôi: " uô i",
  ươi: " ươ i",
  ươu: " ươ u",
  oa: "u a ",
  oă: "u ă ",
  oe: "u e ",
  oai: "u a i",
  oay: "u ă i",
  oao: "u a u",
  oeo: "u e u",
  uâ: "u â ",
  uây: "u â i",
  uê: "u ê ",
  uơ: "u ơ ",
  uy: "u i ",
  uya: "u iê ",
  uyê: "u iê ",
  uyu: "u i u",
  oo: " o ",
};

const onsets = "|b|c|ch|d|đ|g|h|kh|l|m|n|ng|nh|p|ph|r|s|t|th|tr|v|x".split("|");
const onsetIds = new Map(onsets.map((onset, id) => [onset, id]));
const rhymes: { before: string; nucleus: string; after: string }[] = [];
const rhymeIds = new Map<string, number>();

/** Equal syllables are one object. At most all syllables that Vietnamese could have. */
const interned = new Map<number, Syllable>();

export function syllableWith(onset: number, rhyme: number, tone: number): Syllable {
  const key = (rhyme * onsets.length + onset) * 6 + tone;
  let syllable = interned.get(key);
  if (!syllable) {
    syllable = { onset, rhyme, tone };
    interned.set(key, syllable);
  }
  return syllable;
}

/** A syllable as it is written, in small letters and composed (NFC). None for what is not Vietnamese. */
export function parseSyllable(word: string): Syllable | undefined {
  const decomposed = word.normalize("NFD");
  const tone = toneMarks.findIndex((mark) => decomposed.includes(mark)) + 1;
  const [, onset = "", written = "", coda = ""] = shape.exec(decomposed.replace(anyTone, "").normalize("NFC")) ?? [];
  if (!written) return undefined;
  // In "gì" and "giêng" the onset and the rhyme share a letter.
  const letters = onset === "gi" && written === "ê" ? "iê" : written;
  const [before = "", nucleus = "", after = ""] = (
    vowels[letters] ?? (letters.length === 1 ? ` ${letters} ` : "")
  ).split(" ");
  if (!nucleus || (after && coda)) return undefined;
  const sound = onset === "g" && letters.startsWith("i") ? "d" : (sameOnset[onset] ?? onset);
  return syllableWith(
    onsetIds.get(sound) ?? 0,
    rhymeId(onset === "qu" ? "u" : before, nucleus, after || (coda === "k" ? "c" : coda)),
    tone,
  );
}

function rhymeId(before: string, nucleus: string, after: string): number {
  const name = `${before} ${nucleus} ${after}`;
  let id = rhymeIds.get(name);
  if (id === undefined) {
    id = rhymes.push({ before, nucleus, after }) - 1;
    rhymeIds.set(name, id);
  }
  return id;
}

type Confusions = ReadonlyMap<string, number>;

/** Pairs with their distance, as in "s x 0.6". */
const confusions = (text: string): Confusions =>
  new Map(
    text.split(",").flatMap((row) => {
      const [one, other, distance] = row.trim().split(" ");
      return [[`${one} ${other}`, Number(distance)] as const, [`${other} ${one}`, Number(distance)] as const];
    }),
  );

const between = (table: Confusions, one: string, other: string, otherwise: number): number =>
  one === other ? 0 : (table.get(`${one || "-"} ${other || "-"}`) ?? otherwise);

const onsetConfusions = confusions(
  `s x 0.6, tr ch 0.6, d r 0.8, l n 1, d v 1.2, r g 1.8, b p 1, p ph 2, t th 2, c kh 1.8, kh h 1.8, đ t 2.2, c g 1.8,
  m n 2.2, n nh 2, nh d 1.8, n ng 2.5, b v 2.2, b m 2.5, ph v 2.2, ph h 2.8, s t 3, x t 3, ch t 2.5, tr t 2, th s 2.5,
  th x 2.5, - h 2, - ng 2.2, x ch 2.5, d ch 2.5, s tr 1.8, s ch 2, r l 2, đ l 3, đ d 2.5, g ng 2.2, h r 3, b đ 2.8, đ n 3,
  ph p 2, ng nh 2, g h 2.5, kh g 2.2, c h 2.8, v ng 3, v h 3, v - 2.5, p t 3, p đ 3.5, th h 2.5`,
);
const nucleusConfusions = confusions(
  `a ă 0.9, â ơ 0.8, a â 2.2, ă â 1.3, e ê 1.2, ê i 1.6, o ô 1, ô u 1.8, ơ ư 1.8, i iê 1.3, u uô 1.3, ư ươ 1.1, iê ê 1.4,
  uô ô 1.4, ươ ơ 1.5, e a 2.2, o a 2.2, ă e 2.5, o uô 2, ư u 2.2, ư i 2.2, ơ o 2.4, ơ ô 2.2, â ư 2, a ơ 2.4, ơ ê 2.5, ơ e 2.8,
  ô â 2.5, o ơ 2.4, ă o 2.5, â e 2.8, â ê 2.5, ươ uô 2, iê e 2, ươ ư 1.1, o u 2.5, e i 2.6`,
);
const codaConfusions = confusions(
  `n ng 0.8, n nh 1.2, ng nh 1.2, t c 0.8, c ch 1, t ch 1, p t 1.8, p c 2, m n 1.8, m ng 2.2, m nh 2.5, p m 2.6, t n 2.6,
  c ng 2.6, ch nh 2.2, n - 2.4, ng - 2.6, m - 2.8, t - 2.6, c - 2.6, p - 2.8, nh - 2.6, ch - 2.8, i - 2.2, u - 2.2, i nh 2.4, n i 2.8,
  n u 2.8, nh c 2.5, nh t 3, ng t 3.2, n c 3.2`,
);
/** Whole rhymes that are close though their parts are not: a glide for a long vowel, and regional mergers. */
const rhymeConfusions = confusions(
  `â_i ê_ 0.9, â_u ô_ 0.9, a_i â_i 1.4, ă_i a_i 0.9, â_i ă_i 0.9, ă_u a_u 0.9, ư_u i_u 0.8, ươ_u iê_u 0.8, e_u i_u 2, ê_u i_u 1.2,
  a_nh ê_nh 1.5, a_nh ă_n 0.8, a_nh ă_ng 1.2, a_ch ă_t 0.8, a_ch ê_ch 1.5, a_nh a_n 1.5, a_nh e_n 1.5, a_ch e_c 1.5, o_i ô_i 1,
  ô_i ơ_i 1.2, a_u ô_ 2, ă_u ô_ 1.8, a_u â_u 1.6, e_n a_n 2.2, ă_ng a_nh 1.2, ê_ e_ 1.2, u_i uô_i 0.8, ư_i ươ_i 0.9, e_o a_o 2, ui_ u_i 0.6, uâ_i u_i 1.8`,
);
const toneDistances = [
  [0, 1.4, 1.8, 1.9, 2, 2],
  [1.4, 0, 2.2, 1.4, 1.9, 1.6],
  [1.8, 2.2, 0, 1.7, 1.3, 2],
  [1.9, 1.4, 1.7, 0, 0.4, 1.3],
  [2, 1.9, 1.3, 0.4, 0, 1.4],
  [2, 1.6, 2, 1.3, 1.4, 0],
];

const onsetDistances = onsets.map((one) => onsets.map((other) => between(onsetConfusions, one, other, 5)));
const rhymeDistances: number[][] = [];

function rhymeDistance(one: number, other: number): number {
  const row = rhymeDistances[one] ?? [];
  rhymeDistances[one] = row;
  let distance = row[other];
  if (distance === undefined) {
    const [left, right] = [rhymes[one], rhymes[other]];
    distance = left && right ? measureRhymes(left, right) : 9;
    row[other] = distance;
  }
  return distance;
}

function measureRhymes(left: (typeof rhymes)[number], right: (typeof rhymes)[number]): number {
  const medial = left.before === right.before ? 0 : 2;
  const exchanged = rhymeConfusions.get(
    `${left.before}${left.nucleus}_${left.after} ${right.before}${right.nucleus}_${right.after}`,
  );
  if (exchanged !== undefined) return exchanged;
  const whole = rhymeConfusions.get(`${left.nucleus}_${left.after} ${right.nucleus}_${right.after}`);
  const parts =
    between(nucleusConfusions, left.nucleus, right.nucleus, 4) + between(codaConfusions, left.after, right.after, 3.5);
  return medial + Math.min(whole ?? parts, parts);
}

/**
 * `toneWeight` is below 1 where the tone of a term is not known, as in foreign words; they are hardly ever said with others
 * than the level and the rising tone, and sometimes with the falling one.
 */
export function distance(one: Syllable, other: Syllable, toneWeight: number): number {
  const isOdd = toneWeight < 1 && other.tone !== 0 && other.tone !== 2 && other.tone !== one.tone;
  const weight = isOdd ? (other.tone === 1 ? 0.9 : 2) : toneWeight;
  const onset = onsetDistances[one.onset]?.[other.onset] ?? 5;
  return onset + rhymeDistance(one.rhyme, other.rhyme) + weight * (toneDistances[one.tone]?.[other.tone] ?? 2);
}
