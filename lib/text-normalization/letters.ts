/** How the letters of the alphabet are called when an abbreviation is spelled. */
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

/** Letter by letter; what is no letter is left out. */
export const spell = (text: string): string =>
  Array.from(text.normalize("NFC").toUpperCase(), (letter) => names[letter] ?? "")
    .filter(Boolean)
    .join(" ");
