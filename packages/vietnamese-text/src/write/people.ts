import wordsTable from "../../data/names/contexts.tsv";
import givenNamesTable from "../../data/names/given-names.tsv";
import surnamesTable from "../../data/names/surnames.tsv";
import { rowsOf } from "../data";
import { keyOf, setsOf } from "./tokens";

const words = setsOf(wordsTable);

/** `sure`: hardly ever an ordinary word where a name can stand; `rare`: nearly always one. */
type Certainty = "sure" | "likely" | "rare" | "common";

const tableOf = (tsv: string): ReadonlyMap<string, Certainty> =>
  new Map(rowsOf(tsv).map(([name = "", certainty]) => [keyOf(name), certainty as Certainty]));

const surnames = tableOf(surnamesTable);
const givenNames = tableOf(givenNamesTable);

/** Between surname and given name. */
const middles = words("middles");

/** Forms of address. */
const kin = words("kin");
/** Of these those that stand before any verb as its subject, or are ordinary nouns. */
const intimates = words("intimates");
/** Professions and ranks. */
const offices = words("offices");
/** What is named after persons. */
const streets = words("streets");
/** "tên là", "họ tên". */
const introductions = words("introductions");
/** "em là". */
const selves = words("selves");
/** Before a form of address that is an object: "gặp chị". */
const speaking = words("speaking");

/** What follows a subject or an address, and hardly ever belongs to a compound with the name before it. */
const followers = words("followers");
/** Of a brother, an uncle, an aunt called by rank: "chú Tư". */
const ranks = words("ranks");
const rankedKin = words("rankedKin");
const rankFollowers = words("rankFollowers");
const counts = words("counts");

/** Whether the name of a place of several words begins at a place. */
type BeginsPlace = (keys: readonly string[], at: number) => boolean;

/**
 * Where a person's name that begins at a place ends; the same place if none does. `isListed`: behind another name and
 * "và". A name does not run into that of a place: "mùa thu Hà Nội".
 */
export function personEnd(keys: readonly string[], at: number, isPlace: BeginsPlace, isListed: boolean): number {
  const key = keys[at] ?? "";
  const isSurname = surnames.has(key);
  if (!isSurname && !givenNames.has(key) && !ranks.has(key)) return at;
  const title = titleBefore(keys, at) ?? (isListed ? "listed" : null);
  const fullEnd = isSurname ? fullNameEnd(keys, at, title !== null, isPlace) : at;
  if (fullEnd > at) return fullEnd;
  if (title === "kin" && ranks.has(key) && isRank(keys, at)) return at + 1;
  return givenNameEnd(keys, at, title, isPlace);
}

type Title = "listed" | "kin" | "office" | "street" | "introduction" | "self";

function titleBefore(keys: readonly string[], at: number): Title | null {
  if (introductions.sizeBefore(keys, at)) return "introduction";
  if (selves.sizeBefore(keys, at)) return "self";
  if (offices.sizeBefore(keys, at)) return "office";
  if (kin.has(keys[at - 1])) return counts.has(keys[at - 2]) ? null : "kin";
  return streets.sizeBefore(keys, at) || keys[at - 2] === "số" ? "street" : null;
}

/** Whether a name can end before a place: at a number, at the end, or before a word that is no part of a compound with it. */
const isFollowed = (keys: readonly string[], at: number): boolean => !keys[at] || followers.has(keys[at]);

/** The syllables of a name from a place on, at most three. */
function syllablesFrom(keys: readonly string[], from: number, isPlace: BeginsPlace): string[] {
  const syllables: string[] = [];
  for (let at = from; at < from + 3; at++) {
    const key = keys[at] ?? "";
    const isName = givenNames.has(key) || middles.has(key) || (at === from && (key === "thị" || surnames.has(key)));
    if (!isName || (isPlace(keys, at) && !givenNames.has(keys[at + 1] ?? ""))) break;
    syllables.push(key);
  }
  return syllables;
}

/** "Nguyễn Văn Hùng", "Trần Thị Thu Hà", "Lê Minh": a surname with what follows. */
function fullNameEnd(keys: readonly string[], at: number, hasTitle: boolean, isPlace: BeginsPlace): number {
  const isSure = surnames.get(keys[at] ?? "") === "sure";
  const [first = "", second = "", third = ""] = syllablesFrom(keys, at + 1, isPlace);
  const isRare = (name: string) => givenNames.get(name) === "rare";
  if (first === "thị" || first === "văn") {
    // Whatever stands behind "Nguyễn Văn" is a name.
    if (!second) return isSure && !isFollowed(keys, at + 2) ? at + 3 : at;
    if (!third || !middles.has(second)) return at + 3;
    const hasFour = first === "thị" ? !isRare(third) || isFollowed(keys, at + 4) : givenNames.get(third) === "sure";
    return hasFour ? at + 4 : at + 3;
  }
  const isMiddle = middles.has(first);
  if (second && givenNames.has(second) && (isMiddle || !isRare(second))) {
    const isLikely = isMiddle && givenNames.get(second) === "sure" && isFollowed(keys, at + 3);
    const hasFour = givenNames.has(third) && !isRare(third) && middles.has(second) && (isMiddle || surnames.has(first));
    if (isSure || hasTitle || isLikely) return hasFour ? at + 4 : at + 3;
  }
  if (!givenNames.has(first)) return at;
  if (hasTitle && (givenNames.get(first) === "sure" || isFollowed(keys, at + 2))) return at + 2;
  const isGiven = givenNames.get(first) === "sure" || (!isRare(first) && isFollowed(keys, at + 2));
  return isSure && isGiven ? at + 2 : at;
}

/** "chị Hoa", "bác sĩ Lan", "tên em là Mai", "Hùng ơi". */
function givenNameEnd(keys: readonly string[], at: number, title: Title | null, isPlace: BeginsPlace): number {
  const syllables = syllablesFrom(keys, at, isPlace);
  const [first, second] = syllables.map((name) => givenNames.get(name));
  const ends = (length: number) => isFollowed(keys, at + length);
  if (!first || title === "street") return at;
  const isAlone = first === "sure" || ends(1);
  switch (title) {
    case null:
      return keys[at + 1] === "ơi" && first !== "rare" && (first === "sure" || at === 0) ? at + 1 : at;
    case "introduction": {
      const length = syllables.filter((name) => givenNames.has(name)).length;
      if (length > 1 && ends(length)) return at + length;
      return isAlone && (first !== "rare" || keys[at - 1] !== "tên") ? at + 1 : at;
    }
    case "self":
      return first === "sure" && ends(1) ? at + 1 : at;
  }
  const isPair = second && middles.has(syllables[0]) && (second !== "rare" || first === "sure");
  if (isPair && ends(2)) return at + 2;
  if (first === "sure") return title === "office" && !ends(1) ? at : at + 1;
  if (title === "office" || intimates.has(keys[at - 1]) || !ends(1)) return at;
  if (first === "likely") return at + 1;
  const isObject = keys[at + 1] === "ơi" || speaking.has(keys[at - 2]);
  return title === "kin" && isObject && keys[at] !== "anh" ? at + 1 : at;
}

/** "chú Tư", but not "cho chị ba cân" or "hai anh ba". */
function isRank(keys: readonly string[], at: number): boolean {
  if (!rankedKin.has(keys[at - 1]) || counts.has(keys[at - 2])) return false;
  return !keys[at + 1] || rankFollowers.has(keys[at + 1]) || rankedKin.has(keys[at + 1]);
}
