import { Phrases, type Spoken } from "./spoken";

/** The names of the letters, in the north and the south, and as in English. */
const names: Record<string, string> = {
  a: "A",
  á: "Ă",
  ớ: "Â",
  bê: "B",
  bờ: "B",
  xê: "C",
  cê: "C",
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
  "ét xì": "S",
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

/** Names that are no other word. */
const sure = new Set(
  "xê cê giê nờ pê ét vê ích dét lờ mờ rờ sờ đờ b c d đ f g h j k l m n p q r s t v w x z".split(" "),
);
/** Names that are frequent words. */
const words = new Set("a á e em en eo o ô ơ i y ca cu di gi giây ti vờ u".split(" "));

/** Words that begin as a letter's name does. */
const ordinary = new Phrases(
  "bê tông|bê bối|bê tha|bê bết|bê trễ|bê vác|bê bưng|xê dịch|xê xích|xê ra|dê núi|dê con|đê điều|đê bao|đê biển|đê chắn|đê sông|vê tròn|ca sĩ|ca nhạc|ca khúc|ca bệnh|ca mổ|ca làm|ca dao|ca cao|ca ngợi|ca nô|ca mắc|ca nhiễm|tê giác|tê tê|tê liệt|tê bì|tê tái|tê cóng|quy định|quy hoạch|quy trình|quy mô|quy luật|quy chế|quy tắc|quy đổi|quy ước|quy mã|quy y|hát bội|hát xẩm|hát chèo|hát hò|hát ru|hát karaoke|tờ giấy|tờ báo|tờ khai|tờ rơi|tờ đơn|tờ tiền|tờ trình|cờ lê|cờ vua|cờ tướng|cờ bạc|cờ đỏ|cờ vàng|bờ biển|bờ sông|bờ hồ|bờ kè|bờ vực|bờ tường|bờ rào|e ngại|e dè|e rằng|e là|i nốc|i ốt|a ha|a lô|a di|ích lợi|ích kỷ|ích nước|ích gì|u ám|u buồn|u não|u gan|u ác|u lành|o ép|o bế|ô tô|ô nhiễm|ô mai|ô dù|ô cửa|ô vuông|ô tròn|ơ kìa|ơ hay|di tích|di động|di dời|di chuyển|di sản|di truyền|di cư|di chúc|vờ vịt|mờ nhạt|mờ ám|lờ mờ|lờ đờ|ép buộc|ép giá|ép cung|em gái|em trai|em bé|eo biển|eo hẹp|eo ôi|eo ơi|cu cậu|cu tí|gờ giảm|ti vi|gi gỉ",
);

export type Letter = {
  letter: string;
  to: number;
  /** Whether the name is no other word, and whether it is a frequent one. */
  isSure: boolean;
  isWord: boolean;
};

/** The letter whose name stands at a place. */
export function letterAt(spoken: Spoken, at: number): Letter | null {
  const found = phrases.at(spoken, at);
  if (!found) return null;
  if (ordinary.at(spoken, at)) return null;
  const word = spoken.at(at);
  const isLong = found.to > at + 1;
  return { letter: found.meaning, to: found.to, isSure: isLong || sure.has(word), isWord: !isLong && words.has(word) };
}

export type Letters = { letters: string; to: number; sureCount: number; wordCount: number };

/** Letters named one after another. "ô" names O among other letters. */
export function lettersAt(spoken: Spoken, at: number, most = 6): Letters | null {
  let letters = "";
  let to = at;
  let sureCount = 0;
  let wordCount = 0;
  while (letters.length < most) {
    const found = letterAt(spoken, to);
    if (!found) break;
    letters += found.letter === "Ô" ? "O" : found.letter;
    to = found.to;
    if (found.isSure) sureCount += 1;
    if (found.isWord) wordCount += 1;
  }
  return letters ? { letters, to, sureCount, wordCount } : null;
}
