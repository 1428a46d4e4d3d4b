import { type Atom, countedNouns } from "./digits";
import type { RedactionKind } from "./kinds";
import { type Head, headBefore, type Meaning, meaningBehind } from "./meanings";
import type { DigitRun } from "./runs";

/** Kinds that come again behind "và" without being named. */
const joins = /^(?:(?:và|hoặc|hay|với|còn|thêm|số|nữa|một|là|hai|thứ)\s?)+$/;

export type Classified = {
  run: DigitRun;
  /** The kinds that it could be, likeliest first; empty for what the words say is something else. */
  kinds: readonly RedactionKind[];
};

/** What each run of digits can be, by the words beside it and by its shape. */
export function classify(words: readonly string[], found: readonly DigitRun[]): Classified[] {
  const runs = continued(words, found);
  const classified: Classified[] = [];
  for (const [at, run] of runs.entries()) {
    const before = runs[at - 1];
    const last = classified.at(-1);
    const between = words
      .slice(before?.to ?? 0, run.from)
      .join(" ")
      .trim();
    const inherited = before && last && last.kinds[0] !== undefined && joins.test(between) ? last.kinds[0] : undefined;
    if (isExpiry(words, run, before?.to ?? 0, last?.kinds[0] === "card")) {
      const from = words[run.from - 1] === "tháng" ? run.from - 1 : run.from;
      classified.push({ run: { ...run, from }, kinds: ["card"] });
      continue;
    }
    // A single digit is often another word: "căn cước của ba em".
    const number = runs.slice(Math.max(0, at - 3), at).findLast(({ digits }) => digits.length > 1);
    classified.push({
      run,
      kinds: kindsOf(words, run, number?.to ?? 0, runs[at + 1]?.from ?? words.length, inherited),
    });
  }
  return classified;
}

/** How many digits a named identifier has, from and to. */
const lengths: Partial<Record<Meaning, readonly [number, number]>> = {
  phone: [9, 12],
  cccd: [9, 12],
  tax_code: [10, 14],
  account: [6, 19],
  card: [12, 19],
};
const longestInterruption = 8;

/**
 * A number that is too short goes on behind other words, if the words before name it or it begins as a mobile number: "số
 * em là 0987 quên mất à 654321". Without a name at most two words stand between.
 */
function continued(words: readonly string[], runs: readonly DigitRun[]): DigitRun[] {
  const all: DigitRun[] = [];
  let named: readonly [number, number] | undefined;
  for (const run of runs) {
    const last = all.at(-1);
    const own = headBefore(words, run.from, last?.to ?? 0)?.meaning;
    const due = named ?? (last && /^0[35789]\d/.test(last.digits) ? unnamedMobile : undefined);
    const isPart =
      last !== undefined &&
      due !== undefined &&
      (own === undefined || own === "code") &&
      run.atoms[0]?.kind !== "quantity" &&
      !isExpiry(words, run, last.to, true) &&
      run.from - last.to <= (named ? longestInterruption : 2) &&
      !countedNouns.has(words[run.to] ?? "") &&
      last.digits.length < due[0] &&
      last.digits.length + run.digits.length <= due[1] &&
      (named !== undefined || last.digits.length + run.digits.length >= due[0]);
    if (isPart) {
      all[all.length - 1] = {
        from: last.from,
        to: run.to,
        digits: last.digits + run.digits,
        atoms: [...last.atoms, ...run.atoms],
        segments: [last.digits + run.digits],
      };
      continue;
    }
    all.push(run);
    named = own && lengths[own];
  }
  return all;
}

const unnamedMobile = [10, 10] as const;

function kindsOf(
  words: readonly string[],
  run: DigitRun,
  from: number,
  to: number,
  inherited: RedactionKind | undefined,
): RedactionKind[] {
  if (run.atoms.every(({ kind }) => kind === "quantity" || kind === "repeated") && run.atoms[0]?.kind === "quantity")
    return [];
  const head = headBefore(words, run.from, from);
  const { length } = run.digits;
  const shapes = shapesOf(run);
  if (isCount(words, run, head?.meaning)) return [];
  const meaning = meaningOf(head, inherited, meaningBehind(words, run.to, to), shapes);
  switch (meaning) {
    case "phone":
      return length >= 6 || (length >= 3 && isTail(words, run)) ? ["phone"] : [];
    case "cccd":
      return length >= 6 || isTail(words, run) ? ["cccd"] : [];
    case "tax_code":
      return length >= 6 ? ["tax_code"] : [];
    case "account":
      return length >= 5 || isTail(words, run)
        ? shapes.includes("card") && length >= 16
          ? ["account", "card"]
          : ["account"]
        : [];
    case "bank":
      return /^(?:0[35789]\d{8}|1[89]00\d+)$/.test(run.digits) || length < 6 ? shapes : ["account"];
    case "card":
      // "làm thẻ mới rồi, số là" also means an identity card.
      if (shapes[0] === "cccd" && length === 12) return ["cccd", "card"];
      return length >= 9 || isTail(words, run) || isShortCard(words, run) || isSecurityCode(words, run) ? ["card"] : [];
    case "plate":
      return length >= 5 || isTail(words, run) ? ["plate"] : [];
    case "other":
      return [];
    case "quantity":
      return length < 9 ? [] : head?.also ? [head.also] : shapes;
    case "code":
      return isCertain(run) ? shapes : [];
    default:
      if (shapes.length === 0 && run.segments.some((part) => part.length > 3) && length <= 8 && isTail(words, run))
        return ["phone", "card", "account", "cccd"];
      // Addresses of machines and coordinates.
      return isDotted(words, run) && !isCertain(run) ? [] : shapes;
  }
}

/** The words before a number say what it is, then its shape where they name two kinds or a place, then the words behind it. */
function meaningOf(
  head: Head | undefined,
  inherited: RedactionKind | undefined,
  behind: Meaning | undefined,
  [shape]: readonly RedactionKind[],
): Meaning | undefined {
  if (head?.also) return shape === head.also ? head.also : head.meaning;
  if (head && !head.isPlace) return head.meaning;
  if (head && behind) return behind;
  if (head) return shape ? undefined : head.meaning;
  const isOther = shape === "phone" || shape === "cccd";
  return inherited && !(isOther && shape !== inherited) ? inherited : behind;
}

/** Parts with points between, of which one is short: 192.168.1.10, 10.7626. */
function isDotted(words: readonly string[], { from, to, atoms }: DigitRun): boolean {
  if (!words.slice(from, to).includes("chấm")) return false;
  const parts = [""];
  let behind = from;
  for (const atom of atoms) {
    if (words.slice(behind, atom.from).includes("chấm")) parts.push("");
    parts[parts.length - 1] += atom.digits;
    behind = atom.to;
  }
  return parts.length > 1 && parts.some(({ length }) => length < 3);
}

/** "bốn số cuối của thẻ là …": a part of an identifier identifies, too. */
const isTail = (words: readonly string[], run: DigitRun): boolean =>
  run.segments.some(({ length }) => length >= 3) &&
  /(?:^| )(?:số cuối|đuôi)(?: |$)/.test(words.slice(Math.max(0, run.from - 9), run.from).join(" "));

/** "thẻ năm một không năm": the last digits of a card stand for it. */
const isShortCard = (words: readonly string[], { from, digits, atoms }: DigitRun): boolean =>
  digits.length === 4 && /^(?:thẻ|visa)$/.test(words[from - 1] ?? "") && atoms.every(({ kind }) => kind !== "compound");

const isSecurityCode = (words: readonly string[], run: DigitRun): boolean =>
  /(?:cvv|cvc|[xc]ê vê [vx]ê|xi vi vi|bảo mật|mặt sau|phía sau|sau lưng)/.test(
    words.slice(Math.max(0, run.from - 7), run.from).join(" "),
  ) && /^\d{3,4}$/.test(run.digits);

const bankCard =
  /(?:^| )(?:thẻ(?! (?:căn|bảo|sim|thành|học|sinh|nhân|kho|xe|hội|điện|cào|nhớ|tập|gym|thư|ngành|đảng|phạt))|visa|mastercard|jcb|napas|cvv)(?: |$)/;

/** "hết hạn tháng tám năm hai không hai chín" of a card: at least a month and a year. */
function isExpiry(words: readonly string[], { from, digits }: DigitRun, last: number, isBehindCard: boolean): boolean {
  const before = words.slice(Math.max(last, from - 7), from).join(" ");
  const expires = /(?:^| )(?:(?:hết|ngày|có)? ?hạn(?! (?:mức|chế|chót))|hiệu lực|exp)(?: |$)/.test(before);
  if (!expires || digits.length < 3 || digits.length > 8) return false;
  return isBehindCard || bankCard.test(words.slice(Math.max(0, from - 14), from).join(" "));
}

const counting = ["01234567891011121314151617181920", "10987654321"];

/** Digits that count, date or number something: too few for an identifier, or in the order of counting. */
function isCount(words: readonly string[], run: DigitRun, meaning: Meaning | undefined): boolean {
  const { digits } = run;
  const isNamed = meaning !== undefined && meaning !== "quantity" && meaning !== "other";
  // "năm hai không hai ba hai không hai tư"
  if (!isNamed && /^5?(?:(?:19|20)\d\d){1,2}$/.test(digits)) return true;
  if (!isNamed && !mobile.test(digits) && counting.some((order) => order.includes(digits))) return true;
  const isDate = /^(?:ngày|tháng|mùng|mồng|năm)$/.test(words[run.from - 1] ?? "") && digits.length < 9;
  const isCounted = meaning !== "phone" && countedNouns.has(words[run.to] ?? "") && digits.length < 6;
  return isDate || (isCounted && !isSecurityCode(words, run));
}

const mobile = /^(?:0|84)[35789]\d{7,9}$/;

/** Whether digits have the shape of a number that is hardly anything else. */
function isCertain({ digits }: DigitRun): boolean {
  const isCard = /^\d{15,16}$/.test(digits) && isLuhn(digits);
  return /^(?:0|84)[35789]\d{8}$/.test(digits) || isCard || isTaxCode(digits);
}

/** What digits without a word beside them can be. Several kinds where several have this shape; it is redacted as any. */
export function shapesOf({ digits, segments, atoms }: DigitRun): RedactionKind[] {
  const parts = segments.length > 1 ? [digits, ...segments] : [digits];
  const has = (shape: (digits: string) => boolean) => parts.some(shape);
  const shapes: RedactionKind[] = [];
  if (isSaidAgain(atoms)) shapes.push("phone");
  if (has((part) => mobile.test(part) || /^(?:(?:0|84)2\d{9}|1[89]00\d{4,6})$/.test(part))) shapes.push("phone");
  if (has((part) => /^0\d{11}$/.test(part) && Number(part.slice(1, 3)) <= 96 && /^.{3}[0-3]/.test(part)))
    shapes.push("cccd");
  if (has((part) => /^\d{13,19}$/.test(part) && isLuhn(part)) || has((part) => /^[3-6]\d{15}$/.test(part)))
    shapes.push("card");
  if (has(isTaxCode)) shapes.push("tax_code");
  if (shapes.length === 0 && has((part) => /^0[35789]\d{7,}$/.test(part))) shapes.push("phone");
  // Scores are said in numbers, and identifiers in digits.
  const singles = atoms.filter(({ kind }) => kind !== "compound").length;
  if (shapes.length === 0 && (digits.length < 8 || singles * 2 < atoms.length)) return [];
  // Former identity numbers begin with the province, up to 38; a mobile number is also said without its zero.
  if (has((part) => /^[5789]\d{8}$/.test(part))) shapes.push("phone");
  if (has((part) => part.length === 9 || part.length === 12)) shapes.push("cccd");
  if (digits.length >= 8) shapes.push("account", "tax_code", "phone", "cccd", "card");
  return [...new Set(shapes)];
}

/** "không ba năm à ba năm tám …": a mobile number of which the digits before a pause are said again behind it. */
function isSaidAgain(atoms: readonly Atom[]): boolean {
  const digits = atoms.map((atom) => atom.digits).join("");
  if (digits.length < 12 || digits.length > 15) return false;
  let said = 0;
  return atoms.some((atom, at) => {
    const isGap = at > 0 && atom.from > (atoms[at - 1]?.to ?? 0);
    const [left, right] = [digits.slice(0, said), digits.slice(said)];
    said += atom.digits.length;
    const again = digits.length - 10;
    return isGap && right.startsWith(left.slice(-again)) && /^0[35789]\d{8}$/.test(left + right.slice(again));
  });
}

const isLuhn = (digits: string): boolean =>
  Array.from(digits)
    .reverse()
    .reduce(
      (sum, digit, at) => sum + (at % 2 === 0 ? Number(digit) : ([0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)] ?? 0)),
      0,
    ) %
    10 ===
  0;

const taxWeights = [31, 29, 23, 19, 17, 13, 7, 5, 3];

/** Ten digits with a right check digit, perhaps with the three of a branch. */
export function isTaxCode(digits: string): boolean {
  if (!/^\d{10}(?:\d{3})?$/.test(digits)) return false;
  const sum = taxWeights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return 10 - (sum % 11) === Number(digits[9]);
}
