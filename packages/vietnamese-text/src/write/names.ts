import brandsTable from "../../data/names/brands.tsv";
import wordsTable from "../../data/names/contexts.tsv";
import daysTable from "../../data/names/days-and-works.tsv";
import keptSmallTable from "../../data/names/kept-small.tsv";
import organizationsTable from "../../data/names/organizations.tsv";
import peopleTable from "../../data/names/people.tsv";
import placesTable from "../../data/names/places.tsv";
import { rowsOf } from "../data";
import { personEnd } from "./people";
import { keyOf, setsOf, type Token } from "./tokens";

const words = setsOf(wordsTable);

export type NameKind = "place" | "province" | "person" | "other";

/** A name among the tokens [from, to), and how each of its words is written; `null`: with a capital. */
export type Name = { from: number; to: number; kind: NameKind; written: readonly (string | null)[] };

/** `after`: with a word for a place before it; `own`: a key term; `small`: a compound that is no name. */
type Condition = "" | "after" | "street" | "province" | "province after" | "small" | "own";
type Phrase = {
  keys: readonly string[];
  written: readonly (string | null)[];
  kind: NameKind;
  only: Condition;
  /** Whether it needs no word before it, has several words, and a capital at its start. */
  isSure: boolean;
};

/** Phrases by their first word, the longest first. */
type Phrases = ReadonlyMap<string, readonly Phrase[]>;

/** Words before a place whose name is also an ordinary word. */
const placeCues = words("placeCues");
/** Not before "hòa bình", which is also peace: "nói về hòa bình". */
const provinceCues = words("provinceCues");
const streetCues = words("streetCues");
/** Before the name of a village or a town that no table has. */
const settlements = words("settlements");
/** Names of settlements are mostly two of these. */
const placeSyllables = words("placeSyllables");

const schools = words("schools");
/** Between the names of persons. */
const joining = words("joining");

let tables: Phrases = new Map();

/** The names among the words, from left to right, none within another, and none across a mark. */
export function namesIn(tokens: readonly Token[], keyterms: readonly string[] = []): Name[] {
  if (tables.size === 0) tables = phrasesOf();
  const own = group(keyterms.map((term) => phraseOf(term, "other", "own")));
  const names: Name[] = [];
  for (let from = 0, to = 0; to < tokens.length; from = to) {
    do to++;
    while (to < tokens.length && !tokens[to - 1]?.close && !tokens[to]?.open);
    const keys = tokens.slice(from, to).map(({ key }) => key);
    for (const name of namesBetweenMarks(keys, own))
      names.push({ ...name, from: name.from + from, to: name.to + from });
  }
  return names;
}

function namesBetweenMarks(keys: readonly string[], own: Phrases): Name[] {
  const names: Name[] = [];
  for (let at = 0; at < keys.length; ) {
    const name = keys[at] ? nameAt(keys, at, own, names.at(-1)) : null;
    if (name && name.written.length > 0) names.push(withSchool(keys, name));
    at = name?.to ?? at + 1;
  }
  return names;
}

/** "Đại học Cần Thơ": a school that is named after a place or a person. */
function withSchool(keys: readonly string[], name: Name): Name {
  if (name.kind === "other" || !schools.sizeBefore(keys, name.from)) return name;
  const [first, second = ""] = keys.slice(name.from - 2, name.from);
  return first ? { ...name, from: name.from - 2, kind: "other", written: [null, second, ...name.written] } : name;
}

/** The name that begins at a place, or a compound that is none, which has nothing `written`. */
function nameAt(keys: readonly string[], at: number, own: Phrases, last: Name | undefined): Name | null {
  const phrase = matchAt(keys, at, own, last) ?? matchAt(keys, at, tables, last);
  const end = at + (phrase?.keys.length ?? 0);
  const isListed = last?.kind === "person" && last.to === at - 1 && joining.has(keys[at - 1]);
  const isDecided = phrase?.only === "own" || (phrase?.only === "small" && !isListed);
  const person = isDecided ? at : personEnd(keys, at, beginsPlace, isListed);
  if (person > end) return { from: at, to: person, kind: "person", written: keys.slice(at, person).map(() => null) };
  if (phrase) return { from: at, to: end, kind: phrase.kind, written: phrase.written };
  if (isSettlement(keys, at)) return { from: at, to: at + 2, kind: "place", written: [null, null] };
  return null;
}

const matchAt = (keys: readonly string[], at: number, phrases: Phrases, last: Name | undefined): Phrase | null =>
  phrases.get(keys[at] ?? "")?.find((phrase) => isAt(keys, at, phrase) && isCalledFor(keys, at, phrase, last)) ?? null;

function isAt(keys: readonly string[], at: number, { keys: words }: Phrase): boolean {
  for (let word = 1; word < words.length; word++) if (keys[at + word] !== words[word]) return false;
  return true;
}

function isCalledFor(keys: readonly string[], at: number, phrase: Phrase, last: Name | undefined): boolean {
  const { only, keys: words } = phrase;
  const isBesidePlace = last?.to === at && isPlace(last.kind);
  if (only === "after" && !isBesidePlace && !placeCues.sizeBefore(keys, at)) return false;
  if (only === "province after" && !isBesidePlace && !provinceCues.sizeBefore(keys, at)) return false;
  if (only === "street" && !isHouseNumber(keys, at) && !streetCues.sizeBefore(keys, at)) return false;
  if (only === "small" && hidesName(keys, at, words.length)) return false;
  // "mùa thu Hà Nội" is no "Thu Hà", "bạn Nam Định" no "bạn nam", and "đội tuyển Việt Nam" no "đội tuyển Việt".
  return words.length < 2 || only === "own" || !beginsName(keys, at + words.length - 1);
}

const isHouseNumber = (keys: readonly string[], at: number): boolean => keys[at - 1] === "" && keys[at - 2] === "số";

/** Whether a name of at least two words begins here, which needs no word before it. */
const beginsName = (keys: readonly string[], at: number): boolean =>
  tables.get(keys[at] ?? "")?.some((phrase) => phrase.isSure && isAt(keys, at, phrase)) ?? false;

/** Whether a longer name begins within a compound: "đỗ Đại học Luật". */
function hidesName(keys: readonly string[], at: number, size: number): boolean {
  for (let word = 1; word < size; word++) {
    const phrases = tables.get(keys[at + word] ?? "");
    if (phrases?.some((one) => one.isSure && one.keys.length > size - word && isAt(keys, at + word, one))) return true;
  }
  return false;
}

/** Whether such a name is that of a place. */
const beginsPlace = (keys: readonly string[], at: number): boolean =>
  tables.get(keys[at] ?? "")?.some((phrase) => phrase.isSure && isPlace(phrase.kind) && isAt(keys, at, phrase)) ??
  false;

const isPlace = (kind: NameKind): boolean => kind === "place" || kind === "province";

function isSettlement(keys: readonly string[], at: number): boolean {
  return placeSyllables.has(keys[at]) && placeSyllables.has(keys[at + 1]) && settlements.sizeBefore(keys, at) > 0;
}

function phrasesOf(): Phrases {
  const rows: [string, NameKind][] = [
    [placesTable, "place"],
    [organizationsTable, "other"],
    [peopleTable, "person"],
    [brandsTable, "other"],
    [daysTable, "other"],
  ];
  const phrases = rows.flatMap(([table, kind]) =>
    rowsOf(table).map(([written = "", only = ""]) => {
      // "tiếng Anh" and "chợ Bến Thành" are no parts of an address, "phố Huế" is.
      const isPart = kind !== "place" || /^(?:\p{Lu}|đường |phố )/u.test(written);
      return phraseOf(written, only.startsWith("province") ? "province" : isPart ? kind : "other", only as Condition);
    }),
  );
  for (const [words = ""] of rowsOf(keptSmallTable)) {
    phrases.push({ keys: words.split(" ").map(keyOf), written: [], kind: "other", only: "small", isSure: false });
  }
  return group(phrases);
}

/** A word with one capital at its start is written as it was recognized, which keeps the place of its tone mark. */
function phraseOf(written: string, kind: NameKind, only: Condition): Phrase {
  const words = written.split(" ");
  const shown = words.map((word) => (only !== "own" && /^\p{Lu}[\p{Ll}\p{M}]*$/u.test(word) ? null : word));
  const isFree = only === "" || only === "province" || only === "province after";
  return {
    keys: words.map(keyOf),
    written: shown,
    kind,
    only,
    isSure: isFree && words.length > 1 && shown[0] === null,
  };
}

/** Of equal phrases the first counts. */
function group(phrases: readonly Phrase[]): Phrases {
  const groups = new Map<string, Phrase[]>();
  const seen = new Set<string>();
  for (const phrase of phrases) {
    const key = phrase.keys.join(" ");
    if (seen.has(key) || !key) continue;
    seen.add(key);
    const first = phrase.keys[0] ?? "";
    const others = groups.get(first);
    if (others) others.push(phrase);
    else groups.set(first, [phrase]);
  }
  for (const group of groups.values()) group.sort((one, other) => other.keys.length - one.keys.length);
  return groups;
}
