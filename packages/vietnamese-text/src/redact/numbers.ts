import type { WrittenPiece } from "../write";
import type { Atom } from "./digits";
import type { RedactionKind } from "./kinds";

type Place = { from: number; to: number; kind: RedactionKind; value: string };

/** Behind these a single "một", "ba" or "năm" counts something. */
const units =
  /^(?:tuổi|giờ|phút|giây|ngày|tháng|năm|tuần|người|cái|chiếc|con|lần|phần|đồng|nghìn|ngàn|triệu|tỷ|tỉ|mét|ki|ký|kí|cân|lít|độ|lạng|gam|phẩy|chấm|bản|quyển|cuốn|hộp|gói|viên|phòng|tầng|câu|bài|trang|điểm|bàn|bộ|trăm|chục|mươi)$/;

/** Words that are a digit among others, and often something else alone: "ba tôi", "không", "năm nay". */
const ambiguous = /^(?:không|hông|một|ba|tư|năm|chín)$/;

/** Every number: what was written with digits, and number words of two or more, or of one that can be nothing else. */
export function numbersOf(words: readonly string[], atoms: readonly Atom[], pieces: readonly WrittenPiece[]): Place[] {
  const found: Place[] = [];
  const add = (from: number, to: number) => found.push({ from, to, kind: "numbers", value: "" });
  for (const { text, from, to, kind } of pieces) if (kind || /\d/.test(text)) add(from, to);
  for (const [at, { from, to, kind }] of atoms.entries()) {
    const isBeside = atoms[at - 1]?.to === from || atoms[at + 1]?.from === to;
    const isAlone = kind === "single" && to - from === 1 && !isBeside;
    const next = words[to] ?? "";
    if (!isAlone || !ambiguous.test(words[from] ?? "") || units.test(next)) add(from, to);
  }
  return joined(found, words);
}

/** Numbers that stand side by side are one. */
function joined(found: readonly Place[], words: readonly string[]): Place[] {
  const all: Place[] = [];
  for (const { from, to, kind } of [...found].sort((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (!last || from > last.to) all.push({ from, to, kind, value: "" });
    else last.to = Math.max(last.to, to);
  }
  for (const place of all) place.value = words.slice(place.from, place.to).join(" ");
  return all;
}
