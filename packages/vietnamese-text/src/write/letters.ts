import { Phrases, type Spoken } from "./spoken";

/** The names of the letters, in the north and the south, and as in English. */
const names: Record<string, string> = {
  a: "A",
  á: "Ă",
  ớ: "Â",
  bê: "B",
  bờ: "B",
  xê: "C",
  cờ: "C",
  dê: "D",
  đê: "Đ",
  đờ: "Đ",
  e: "E",
  ê: "Ê",
  ép: "F",
  "ép phờ": "F",
  giê: "G",
  gờ: "G",
  gi: "G",
  hát: "H",
  hắt: "H",
  hờ: "H",
  i: "I",
  "i ngắn": "I",
  giây: "J",
  di: "J",
  ca: "K",
  ka: "K",
  lờ: "L",
  "e lờ": "L",
  eo: "L",
  mờ: "M",
  em: "M",
  "em mờ": "M",
  "e mờ": "M",
  nờ: "N",
  en: "N",
  "en nờ": "N",
  "e nờ": "N",
  o: "O",
  ô: "Ô",
  ơ: "Ơ",
  pê: "P",
  pờ: "P",
  quy: "Q",
  cu: "Q",
  rờ: "R",
  "e rờ": "R",
  "a rờ": "R",
  sờ: "S",
  ét: "S",
  "ét sờ": "S",
  ét_xì: "S",
  tê: "T",
  tờ: "T",
  ti: "T",
  u: "U",
  ư: "Ư",
  vê: "V",
  vờ: "V",
  "vê kép": "W",
  "vê đúp": "W",
  "đáp liu": "W",
  ích: "X",
  "ích xì": "X",
  xờ: "X",
  "i dài": "Y",
  "i cờ rét": "Y",
  y: "Y",
  dét: "Z",
  giét: "Z",
  zét: "Z",
};
for (const letter of "bcdđfghjklmnpqrstvwxz") names[letter] = letter.toUpperCase();

const phrases = new Phrases(names);

/** Names that are hardly ever ordinary words. */
const sure = new Set(
  "bê xê giê lờ mờ nờ pê rờ ét vê ích dét ép sờ ca_ đê tê quy hát u i b c d đ f g h j k l m n p q r s t v w x z".split(
    " ",
  ),
);
const unsureAlone = new Set(["hát", "ca", "tê", "ích", "quy", "đê", "lờ", "mờ", "u", "i", "ép", "rờ", "sờ"]);

export type Letter = { letter: string; to: number; isSure: boolean };

/** The letter whose name stands at a place. */
export function letterAt(spoken: Spoken, at: number): Letter | null {
  const found = phrases.at(spoken, at);
  if (!found) return null;
  const word = spoken.at(at);
  return {
    letter: found.meaning,
    to: found.to,
    isSure: found.to > at + 1 || (sure.has(word) && !unsureAlone.has(word)),
  };
}

/** Letters named one after another. */
export function lettersAt(
  spoken: Spoken,
  at: number,
  most = 6,
): { letters: string; to: number; sureCount: number } | null {
  let letters = "";
  let to = at;
  let sureCount = 0;
  while (letters.length < most) {
    const found = letterAt(spoken, to);
    if (!found) break;
    letters += found.letter;
    to = found.to;
    if (found.isSure) sureCount += 1;
  }
  return letters ? { letters, to, sureCount } : null;
}
