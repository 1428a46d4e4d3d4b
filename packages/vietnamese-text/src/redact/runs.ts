import type { Atom } from "./digits";

/** Digits that were said one after the other, whatever was said between. */
export type DigitRun = {
  from: number;
  to: number;
  digits: string;
  atoms: readonly Atom[];
  /** The digits between corrections ("à nhầm"), in order. */
  segments: readonly string[];
};

/** What people say between the digits of one number, besides pauses. */
const fillers = new Set(
  `à ờ ừ ừm ờm ơ ạ dạ vâng rồi tiếp theo nhé nha nhá nhen ha hả thì là mà ấy cái đấy đó nữa xong sao em anh chị cháu
  bác cô chú nghe ok oke okay đúng chấm gạch ngang chéo xuyệt xuỵt suyệt xẹt sẹt nối cách trống khoảng dấu kế xem để nào như chắc hình đi ghi viết
  số đuôi cuối đầu liền nhau chờ chút xíu tí đợi nhớ quên lại đọc thêm hừm ơi ủa ui vậy hiểu biết chưa nè nghen hen
  cơ luôn alo gì mấy tức kiểu bấm phím lần toàn giữa cặp đôi kép tục`.split(/\s+/),
);
const corrections = [
  "nhầm",
  "không phải",
  "xin lỗi",
  "sửa lại",
  "nói lại",
  "đọc lại",
  "lộn",
  "ý là",
  "chính xác là",
  "sai rồi",
  "à quên",
  "ấy chết",
  "thôi chết",
  "chết",
  "à mà",
  "sorry",
];
const mostFillers = 7;

/** Atoms that are parts of one number: nothing between them but fillers, corrections and marks. */
export function runsOf(words: readonly string[], atoms: readonly Atom[]): DigitRun[] {
  const runs: Parts[] = [];
  for (const atom of atoms) {
    const last = runs.at(-1);
    const before = last?.atoms.at(-1);
    if (last && before && atom.kind !== "quantity" && before.kind !== "quantity") {
      const gap = gapBetween(words.slice(before.to, atom.from));
      if (gap !== "other") {
        last.atoms.push(atom);
        if (gap === "correction") last.segments.push(atom.digits);
        else last.segments[last.segments.length - 1] += atom.digits;
        continue;
      }
    }
    runs.push({ atoms: [atom], segments: [atom.digits] });
  }
  for (const { atoms: parts, segments } of runs) {
    const last = parts.at(-1);
    if (!last || parts.length < 2 || words[last.from] !== "không" || !isQuestion(words, last, segments)) continue;
    parts.pop();
    segments[segments.length - 1] = segments.at(-1)?.slice(0, -1) ?? "";
  }
  for (const run of runs) {
    const [count, first] = run.atoms;
    const isCount =
      count?.digits.length === 1 &&
      /^số (?:đuôi|cuối|đầu)(?: |$)/.test(words.slice(count.to, first?.from ?? count.to).join(" "));
    // "bốn số cuối chín chín không hai": how many digits follow is none of them.
    if (!isCount || !first) continue;
    run.atoms.shift();
    run.segments[0] = run.segments[0]?.slice(1) ?? "";
  }
  return withRestarts(runs).flatMap((run) =>
    split(run.atoms).map((atoms, _, all) => asRun(atoms, all.length > 1 ? undefined : run.segments)),
  );
}

type Parts = { atoms: Atom[]; segments: string[] };

/** A number that was begun and is said again from its beginning, behind a few other words, is one with the beginning. */
function withRestarts(runs: readonly Parts[]): Parts[] {
  const all: Parts[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    const [begun, whole] = [last?.segments.at(-1) ?? "", run.segments[0] ?? ""];
    const gap = (run.atoms[0]?.from ?? 0) - (last?.atoms.at(-1)?.to ?? 0);
    const isAgain =
      begun.length >= 2 &&
      begun.length < whole.length &&
      whole.length >= 6 &&
      whole.startsWith(begun.slice(0, 3)) &&
      gap <= (begun.length > 3 ? 8 : 5);
    if (last && isAgain && last.atoms.at(-1)?.kind !== "quantity") {
      last.atoms.push(...run.atoms);
      last.segments.push(...run.segments);
    } else all.push(run);
  }
  return all;
}

const digitsOf = (atoms: readonly Atom[]): string => atoms.map(({ digits }) => digits).join("");

const asRun = (atoms: readonly Atom[], segments?: readonly string[]): DigitRun => {
  const digits = digitsOf(atoms);
  const once = saidOnce(atoms);
  return {
    from: atoms[0]?.from ?? 0,
    to: atoms.at(-1)?.to ?? 0,
    digits,
    atoms,
    segments: segments && segments.length > 1 ? segments : once === digits ? [digits] : [digits, once],
  };
};

/** The digits without those of a group that the other speaker repeats behind a pause: "chín một hai dạ chín một hai". */
function saidOnce(atoms: readonly Atom[]): string {
  const groups: string[] = [];
  for (const [at, { from, digits }] of atoms.entries()) {
    if (at === 0 || from > (atoms[at - 1]?.to ?? 0)) groups.push("");
    groups[groups.length - 1] += digits;
  }
  return groups.filter((group, at) => group.length < 2 || group !== groups[at - 1]).join("");
}

/** Runs with more parts are redacted as a whole; comparing all their parts would take too long. */
const longestSplit = 64;
const mobile = /^0[35789]\d{8}$/;
const isWhole = (digits: string): boolean =>
  mobile.test(digits) || /^0\d{11}$/.test(digits) || /^[3-6]\d{15}$/.test(digits);

/**
 * Numbers that only fillers separate: two phones, or "hai số là" before one. Nothing is split unless a part is a whole
 * phone, identity or card number, and the whole is not.
 */
function split(atoms: readonly Atom[]): (readonly Atom[])[] {
  if (atoms.length > longestSplit || isWhole(digitsOf(atoms)) || isWhole(saidOnce(atoms))) return [atoms];
  for (let at = 1; at < atoms.length; at += 1) {
    const [left, right] = [atoms.slice(0, at), atoms.slice(at)];
    const isGap = (left.at(-1)?.to ?? 0) < (right[0]?.from ?? 0);
    const rest = digitsOf(right);
    // Three digits more are the branch of a tax code.
    if (isWhole(digitsOf(left)) && (isWhole(rest) || (isGap && rest.length > 3))) return [left, ...split(right)];
    if (isGap && at === 1 && left[0]?.kind === "single" && isWhole(digitsOf(right))) return [left, right];
  }
  return [atoms];
}

const questions = /^(?:đúng|phải|được|biết|nhớ|có|nghe|hiểu|chưa)$/;

/** "… ba hai một đúng không ạ", or a phone number with a "không" too many: the word asks, and is no digit. */
const isQuestion = (words: readonly string[], { from, to }: Atom, segments: readonly string[]): boolean =>
  questions.test(words[from - 1] ?? "") ||
  (/^0[35789]\d{8}0$/.test(segments.at(-1) ?? "") && /^(?:|ạ|nhỉ|hả|vậy|em|anh|chị)$/.test(words[to] ?? ""));

function gapBetween(words: readonly string[]): "filler" | "correction" | "other" {
  if (words.length === 0) return "filler";
  const said = words.join(" ");
  const correction = corrections.find((phrase) => ` ${said} `.includes(` ${phrase} `));
  const rest = correction ? ` ${said} `.replace(` ${correction} `, " ").trim().split(" ").filter(Boolean) : words;
  if (rest.length > mostFillers || !rest.every((word) => word === "" || fillers.has(word))) return "other";
  return correction ? "correction" : "filler";
}
