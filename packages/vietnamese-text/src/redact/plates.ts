import { letterNames } from "../letters";
import type { Atom } from "./digits";
import type { RedactionKind } from "./kinds";

type Place = { from: number; to: number; kind: RedactionKind; value: string };

const letters = new Set([...Object.values(letterNames).flat(), ..."abcdefghklmnpstuvxyz"]);
const between = /^(?:chấm|gạch|ngang|nối|à|ờ|ừ|ừm|ạ|dạ|rồi|là|cách|trên|số)$/;
/** Between a plate that was begun and the same from its beginning: "ba mươi e à ba mươi ép". */
const restarts = /^(?:|à|ờ|ừ|ừm|dạ|nhầm|lộn|quên|chết|ấy|không|phải|xin|lỗi|thôi|là|rồi|em|đọc|lại)$/;
const heads = /(?:^| )(?:biển|biển số|biển kiểm soát|số xe|mang biển|xe|biển xe|ô tô|xe máy)(?: |$)/;

/** Plates: two digits of a province, one or two letters, and four to six digits; fewer behind "biển số". */
export function platesOf(words: readonly string[], atoms: readonly Atom[]): Place[] {
  const found: Place[] = [];
  const add = (from: number, to: number) =>
    found.push({
      from,
      to,
      kind: "plate",
      value: words
        .slice(from, to)
        .join("")
        .replace(/[^\p{L}\d]/gu, ""),
    });
  for (const [at, word] of words.entries()) {
    if (/^\d{2}-?[a-zđ]{1,2}\d?[-.\s]?\d{3}\.?\d{1,3}$/.test(word)) add(at, at + 1);
    if (/^\d{2}-?[a-zđ]{1,2}\d?$/.test(word) && /^\d{3}\.?\d{1,3}$/.test(words[at + 1] ?? "")) add(at, at + 2);
  }
  const beginning = new Map(atoms.map((atom) => [atom.from, atom]));
  const ending = new Map(atoms.map((atom) => [atom.to, atom]));
  let free = 0;
  for (let first = 0; first < atoms.length; first += 1) {
    const place = plateAt(words, atoms, first, beginning);
    if (!place || place.from < free) continue;
    found.push({ ...place, from: begunBefore(words, place, ending) });
    free = place.to;
  }
  return found.sort((one, other) => one.from - other.from);
}

/** Where a plate was begun that is said again: a part of it identifies, too. */
function begunBefore(words: readonly string[], { from, value }: Place, ending: ReadonlyMap<number, Atom>): number {
  let at = from;
  while (at > from - 5 && restarts.test(words[at - 1] ?? " ")) at -= 1;
  if (at === from) return from;
  const first = at;
  while (at > first - 3 && letters.has(words[at - 1] ?? "")) at -= 1;
  const last = ending.get(at);
  if (!last) return from;
  const area = last.digits.length === 1 ? (ending.get(last.from)?.digits ?? "") + last.digits : last.digits;
  const start = last.digits.length === 1 ? (ending.get(last.from)?.from ?? last.from) : last.from;
  return area.length === 2 && value.startsWith(area) ? start : from;
}

function plateAt(
  words: readonly string[],
  atoms: readonly Atom[],
  first: number,
  beginning: ReadonlyMap<number, Atom>,
): Place | undefined {
  const start = atoms[first];
  if (!start || start.kind === "quantity") return undefined;
  let [area, at] = [start.digits, start.to];
  const second = beginning.get(at);
  if (area.length === 1 && second?.digits.length === 1) [area, at] = [area + second.digits, second.to];
  if (area.length !== 2) return undefined;
  while (between.test(words[at] ?? "") && at < start.to + 4) at += 1;
  let series = "";
  while (series.length < 12 && letters.has(words[at] ?? "") && series.split(" ").length <= 3) {
    series += `${words[at]} `;
    at += 1;
  }
  if (!series) return undefined;
  let [digits, to] = ["", at];
  for (let skipped = 0; skipped < 4 && digits.length < 6; ) {
    const atom = beginning.get(at);
    if (atom && atom.kind !== "quantity") {
      [digits, at, skipped] = [digits + atom.digits, atom.to, 0];
      to = at;
    } else if (between.test(words[at] ?? "")) [at, skipped] = [at + 1, skipped + 1];
    else break;
  }
  const isNamed = heads.test(words.slice(Math.max(0, start.from - 6), start.from).join(" "));
  if (digits.length > 6 || digits.length < (isNamed ? 3 : 5)) return undefined;
  return { from: start.from, to, kind: "plate", value: `${area}${series}${digits}` };
}
