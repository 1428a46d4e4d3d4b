import type { ReadingOptions } from "./reading-options";

/** Short forms that no other text has, and those that stand in others, too: a text needs two of these. */
const sure = new Set(
  "ib ak qá chs qtqđ mk mik bik bit ntn nma nhma cx cxung zậy vk ik iu hok hem khum kbt kph ksao hnay hqua nyc lun rùi bgio mng mn thik bn tks ko dc đc ctrai cgai kh0ng trl trc ngta nta wá chx oki okela ny 2day 2nite g9 đag dag vcl vkl mún zô zui zị thui nhìu vcc ehe".split(
    " ",
  ),
);
const usual = new Set(
  "k j z r vs ck ad ae sp ok nt sr gđ cty nv lm fb pm rep tl tn ms hn sn đt sdt sđt ng nc uk uh uhm wa hong haha hihi hehe huhu kkk bt đg th ns lq stk ship shop omg btw".split(
    " ",
  ),
);
/** A person of one letter, at the start of a clause or behind a word for a person, before a word for what they do. */
const person =
  /(?<=^|[\n.,!?;][ ]?|(?<!\p{L})(?:ơi|cho|với|của|nhớ|yêu|thương|gặp|hỏi|bảo|gọi|nhắn|đợi|chờ|để|thì|mà|rồi)[ ])[aecbtm][ ](?:ơi|nhé|nha|nhe|đang|đi|về|có|yêu|nhớ|thương|ăn|ngủ|biết|cũng|sẽ|đã|muốn|thấy|vừa|mới|cho|gửi|lấy|xin|chào|đặt|mua|hỏi|cần|bận|mệt|k|ko|dc|đc|ở|làm|không|đến|tới|ra|vào|gọi|nhắn|kể|bảo|rảnh|xong|nè|này|lắm|đói|chờ|đợi)(?!\p{L})/giu;

const word =
  /(?<![\p{L}\p{M}\p{N}@#./_-])(?:\p{Ll}[\p{Ll}\p{M}]{0,6}|2day|2nite|g9|kh0ng)(?![\p{L}\p{M}\p{N}@_]|[.-][\p{L}\p{N}])/gu;
const stretched = /(?<!\p{L})\p{L}{0,4}([aeiouyàáảãạăâđêôơưèéẻẽẹìíỉĩịòóỏõọùúủũụỳýỷỹỵ])\1{2,}(?!\p{L})/iu;

const face =
  /(?:^|[\s\p{L}!?.,])(?:[=:;]-?\){2,}|[=:;]-?\({2,}|\^[._]?\^|[=:][DvP3](?![\p{L}\d])|T[._]T)(?=[\s.,!?]|$)/u;

/** A text shows its style at its beginning. */
const longestLook = 4000;

/**
 * Whether a text is written as people chat: with a short form that no other text has, or several that are usual there,
 * among not too many other words.
 */
export function looksLikeChat(text: string): boolean {
  const found = new Set<string>();
  let points = (stretched.test(text) ? 1 : 0) + (face.test(text) ? 1 : 0);
  for (const { 0: one } of text.slice(0, longestLook).matchAll(person)) {
    const letter = one.charAt(0).toLowerCase();
    if (!found.has(letter)) points += one.endsWith("ơi") ? 2 : 1;
    found.add(letter);
  }
  let words = 0;
  for (const { 0: one, index } of text.slice(0, longestLook).matchAll(word)) {
    words++;
    const weight = sure.has(one) ? 2 : usual.has(one) && isPlain(text, index, one) ? 1 : 0;
    if (weight === 0) continue;
    if (!found.has(one)) points += weight;
    found.add(one);
  }
  return points >= 2 && points * 12 >= words - 12;
}

/** Not a list marker, a unit behind a number, or a variable of a formula or in a list of some. */
function isPlain(text: string, at: number, word: string): boolean {
  const before = text.slice(Math.max(0, at - 3), at);
  const behind = text.slice(at + word.length, at + word.length + 4);
  if (/[\d=+×*/<>(]\s?$/.test(before) || /^\s?[=+×*/<>)]|^\d|^\.\s/.test(behind)) return false;
  return word.length > 1 || !(/(?:^|[\s,])\p{L},?\s$/u.test(before) || /^,?\s\p{L}(?!\p{L})/u.test(behind));
}

/** The options for a text, an own copy: `auto` becomes `chat` where the text is written so. */
export const styleDecided = (options: ReadingOptions, text: string): ReadingOptions =>
  options.textStyle === "auto" && looksLikeChat(text) ? { ...options, textStyle: "chat" } : { ...options };
