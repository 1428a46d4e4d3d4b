import wordsTable from "../../data/write/questions.tsv";
import { type PhraseSet, setsOf } from "./tokens";

const words = setsOf(wordsTable);

/** Forms of address and particles behind what makes the question: "… không ạ", "… chưa em". */
const closings = words("closings");
/** At the end these make any sentence a question: "hả", "nhỉ". */
const sureParticles = words("sureParticles");
/** At the end these make a question of a sentence that reports none: "đúng không". */
const particles = words("particles");
const notParticles = words("notParticles");
/** "không" and "chưa" at the end make no question in these, unless "có" stands before: "hàng không", "là không". */
const notYesNo = words("notYesNo");
/** "hàng không" that is a question after all: "còn hàng không". */
const wares = words("wares");
/** What keeps a sentence with "không" or "chưa" at the end from being a question: "không biết", "để xem". */
const unknown = words("unknown");

const interrogatives = words("interrogatives");
/** Interrogatives that are mostly something else, save at the end or in a few other places: "đâu", "sao", "mấy". */
const onlyNearEnd = words("onlyNearEnd");
/** Verbs and prepositions before "đâu": "ở đâu". */
const placeVerbs = words("placeVerbs");
/** "mấy" before these, near the end, is "how many". */
const countedThings = words("countedThings");
/** Before "mấy" and a noun at the end: "có mấy người". */
const countsWhat = words("countsWhat");
/** Phrases with an interrogative that make no question: "ai cũng", "sao kê", "mấy hôm nay". */
const stating = words("stating");
/** Of these those that are a question at the end: "anh cần gì", but not "anh cần gì cứ gọi". */
const openAtEnd = words("openAtEnd");
/** Before an interrogative: "không ai", "bất cứ ai", "dù ai". */
const denying = words("denying");
/** Before a question that is only reported: "chưa rõ", "quên", "giải thích". */
const embedding = words("embedding");
/** Before a reported question that is put to the hearer all the same: "cho em hỏi". */
const openings = words("openings");
/** The speaker's own act: "để em kiểm tra xem còn hàng không". */
const ownActs = words("ownActs");
/** Behind a reported question: "… tôi nghe không rõ". */
const notUnderstood = words("notUnderstood");
/** Interrogatives that can begin a condition, and what its consequence begins with: "khi nào rảnh thì gọi". */
const conditions = words("conditions");
const consequences = words("consequences");
/** At the end these make what looks like a condition a question. */
const endSigns = words("endSigns");
const emphatic = words("emphatic");

/** Before "hay" that is "good" or "often", and behind it. */
const praised = words("praised");
const often = words("often");
/** Choices that are hardly ever anything else: "sáng hay". */
const alternatives = words("alternatives");
/** With these a choice is left open: "mưa hay nắng đều được". */
const levelling = words("levelling");
const hearers = words("hearers");

/** The last words of a sentence, which decide whether it is a question. */
const reach = 30;

/**
 * Whether the words [from, to), by their keys, are a question: by a particle at the end, by an interrogative that is
 * neither denied nor reported nor a condition, or by a choice. `isConcrete` is true of numbers and names. In doubt they
 * are none.
 */
export function isQuestion(
  keys: readonly string[],
  from: number,
  to: number,
  isConcrete: (at: number) => boolean,
): boolean {
  const clause = new Clause(keys, Math.max(from, to - reach), to);
  const { end } = clause;
  if (clause.endsWith(sureParticles)) return !clause.endsWith(notParticles);
  if (clause.endsWith(particles)) return !clause.reports(end) || clause.isPolite();
  if (keys[end - 1] === "không" || keys[end - 1] === "chưa") return end - from > 1 && isYesNo(clause);
  return hasInterrogative(clause) || isChoice(clause, isConcrete);
}

/** The words of a sentence; `end` is where forms of address and particles begin at its end. */
class Clause {
  readonly end: number;

  constructor(
    readonly keys: readonly string[],
    readonly from: number,
    readonly to: number,
  ) {
    let end = to;
    for (let parts = 0; parts < 3; parts++) {
      const size = closings.sizeBefore(keys, end, from);
      if (size === 0 || end - size <= from || particles.sizeBefore(keys, end, from)) break;
      end -= size;
    }
    this.end = end;
  }

  /** Whether a phrase stands at the end, or before the forms of address there. */
  endsWith(phrases: PhraseSet): boolean {
    const { keys, from, end, to } = this;
    return phrases.sizeBefore(keys, to, from) > 0 || phrases.sizeBefore(keys, end, from) > 0;
  }

  /** The length of a phrase at a place. */
  sizeAt(at: number, phrases: PhraseSet): number {
    return phrases.sizeAt(this.keys, at, this.end);
  }

  has(phrases: PhraseSet, from = this.from, to = this.end): boolean {
    return phrases.isIn(this.keys, from, to);
  }

  /** Whether what stands before a place makes what follows a reported question. */
  reports(at: number): boolean {
    return this.has(embedding, this.from, at) || this.has(ownActs, this.from, at);
  }

  /** Whether a reported question is put to the hearer all the same, by its opening or by "ạ". */
  isPolite(): boolean {
    return (this.has(openings) && !this.has(ownActs)) || (this.end < this.to && this.keys[this.to - 1] === "ạ");
  }
}

/** Whether "không" or "chưa" at the end makes a question. */
function isYesNo(clause: Clause): boolean {
  const { keys, from, end } = clause;
  const before = keys.slice(from, end - 2);
  const hasFrame = before.includes("có") || before.includes("còn");
  if (!hasFrame && notYesNo.sizeBefore(keys, end, from) && !wares.sizeBefore(keys, end, from)) return false;
  if (clause.isPolite()) return true;
  if (clause.has(ownActs)) return false;
  let reportedAt = from;
  while (reportedAt < end && !clause.sizeAt(reportedAt, unknown)) reportedAt += 1;
  // "anh có nhớ … không" is a question, "tôi không biết … không" is none.
  return reportedAt === end || keys.slice(from, reportedAt).includes("có");
}

function hasInterrogative(clause: Clause): boolean {
  for (let at = clause.from; at < clause.end; ) {
    const size = clause.sizeAt(at, interrogatives);
    const statement = statementSize(clause, at);
    if (size > 0 && statement < size && isOpen(clause, at, size)) return true;
    at += Math.max(1, size, statement);
  }
  return false;
}

/** The length of a phrase at a place whose interrogative makes no question there. */
function statementSize(clause: Clause, at: number): number {
  const { keys, end } = clause;
  const size = clause.sizeAt(at, stating);
  const isLast = at + size === end;
  const isAmount = keys[at] === "mấy" && countsWhat.has(keys[at - 1]) && (isLast || keys[at + size] === "thì");
  return isAmount || (isLast && openAtEnd.sizeBefore(keys, end, at)) ? 0 : size;
}

/** Whether an interrogative is neither denied, nor reported, nor part of a condition. */
function isOpen(clause: Clause, at: number, size: number): boolean {
  const { keys, from, end, to } = clause;
  const word = keys.slice(at, at + size).join(" ");
  if (onlyNearEnd.has(word) && !isAtItsPlace(clause, at, size)) return false;
  const before = keys.slice(Math.max(from, at - 7), at);
  const isReason = word === "tại sao" || word === "vì sao" || word === "sao";
  if (isReason ? before.at(-1) === "là" : denying.isIn(keys, Math.max(from, at - 10), at)) return false;
  if (clause.reports(at) && !clause.has(openings, from, at)) return false;
  if (clause.has(notUnderstood, at + size)) return false;
  if (word === "nào" && isTakenUp(clause, at)) return false;
  if (word === "bao nhiêu" && keys.slice(at, end).includes("bấy")) return false;
  if (word === "đâu" && at + size === end && !placeVerbs.has(keys[at - 1]))
    return !before.includes("có") && !before.includes("gì");
  return !conditions.has(word) || endSigns.sizeBefore(keys, to, from) > 0 || !isCondition(clause, at, size);
}

/** Whether "đâu", "sao" or "mấy" stands where it makes a question. */
function isAtItsPlace(clause: Clause, at: number, size: number): boolean {
  const { keys, from, end, to } = clause;
  if (at + size === end) return true;
  const next = keys[at + size];
  switch (keys[at]) {
    case "đâu":
      return placeVerbs.has(keys[at - 1]) && end - at <= 6;
    case "mấy":
      return countedThings.has(next) && (end - at <= 4 || ((next === "giờ" || next === "tuổi") && !clause.reports(at)));
    case "sao":
    case "làm": {
      const isFirst = at === from || (at === from + 1 && hearers.has(keys[from]));
      return isFirst || keys[at - 1] === "thế" || keys[at - 1] === "vậy" || emphatic.sizeBefore(keys, to, from) > 0;
    }
    default:
      return false;
  }
}

/** "người nào làm sai người đó chịu". */
function isTakenUp({ keys, end }: Clause, at: number): boolean {
  for (let next = at + 1; next < end - 1; next++)
    if (keys[next] === keys[at - 1] && /^(?:đó|đấy|ấy|nấy)$/.test(keys[next + 1] ?? "")) return true;
  return false;
}

/** "khi nào rảnh thì gọi", "ai làm nấy chịu": a condition at the beginning, with its consequence. "ai là …" is none. */
function isCondition({ keys, from, end }: Clause, at: number, size: number): boolean {
  if (at - from > 3) return false;
  for (let next = at + size + 1; next < end; next++)
    if (consequences.has(keys[next])) return !(keys[next] === "là" && keys[from] === "ai");
  return false;
}

/** "anh ở quận 2 hay Thủ Đức": a choice that is put to the hearer, or between like things. */
function isChoice(clause: Clause, isConcrete: (at: number) => boolean): boolean {
  const { keys, from, end, to } = clause;
  if (clause.has(levelling)) return false;
  if (keys[from] === "hay" && keys[from + 1] === "là") return true;
  const at = from + keys.slice(from, end - 1).lastIndexOf("hay");
  if (at <= from) return false;
  const next = keys[at + 1] ?? "";
  if (next === "là") return end - at > 2 && end - at < 12;
  if (alternatives.sizeBefore(keys, at + 1, from)) return true;
  const isAddressed = end < to;
  if (isConcrete(at - 1) && isConcrete(at + 1))
    return isAddressed || keys.slice(from, Math.min(from + 4, at)).some((key) => hearers.has(key));
  if (praised.has(keys[at - 1])) return false;
  if (next !== "" && keys.slice(Math.max(from, at - 8), at).includes(next)) return true;
  return isAddressed && end - at <= 5 && !often.has(next);
}
