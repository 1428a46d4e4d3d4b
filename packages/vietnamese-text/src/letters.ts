/** Names of the letters when an abbreviation is spelled out. */
const names: Record<string, string> = {
  A: "a",
  Ă: "á",
  Â: "ớ",
  B: "bê",
  C: "xê",
  D: "dê",
  Đ: "đê",
  E: "e",
  Ê: "ê",
  F: "ép",
  G: "giê",
  H: "hát",
  I: "i",
  J: "giây",
  K: "ca",
  L: "lờ",
  M: "mờ",
  N: "nờ",
  O: "o",
  Ô: "ô",
  Ơ: "ơ",
  P: "pê",
  Q: "quy",
  R: "rờ",
  S: "ét",
  T: "tê",
  U: "u",
  Ư: "ư",
  V: "vê",
  W: "vê kép",
  X: "ích",
  Y: "i dài",
  Z: "dét",
};

/** Letter by letter, skipping other characters. */
export const spell = (text: string): string =>
  Array.from(text.normalize("NFC").toUpperCase(), (letter) => names[letter] ?? "")
    .filter(Boolean)
    .join(" ");
