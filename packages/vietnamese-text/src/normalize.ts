import { styleDecided } from "./chat";
import type { Delivery, SayAs } from "./clean/ssml";
import { sayDigits } from "./numbers";
import { longestPausesSeconds } from "./pauses";
import { type ReadingOptions, type Region, regionalReading } from "./reading-options";
import { type FirstCharacter, type Match, type Rule, rule, sticky } from "./rule";
import { rules } from "./rules";
import { pauseMark } from "./rules/pause";
import { sayAsWanted } from "./rules/say-as";
import { anyOfMany } from "./shared-prefixes";
import { isSyllable } from "./syllable";

/** Changes with every change of the output. Each job records the version it was normalized with. */
export const RULES_VERSION = "2026-11-28.4";

/** `isExact`: only as it is written, and not in other case. Of two for the same word the last counts. */
export type Pronunciation = { written: string; spoken: string; isExact?: boolean };

/** One replacement. Offsets are UTF-16 code units of the original text. */
export type Change = {
  from: string;
  to: string;
  rule: string;
  start: number;
  end: number;
  /** For a pause mark: its silence. */
  pauseSeconds?: number;
};

/** Requested silence, between two offsets of the normalized text. */
export type Pause = { start: number; end: number; seconds: number };

/** A character that no rule knows. */
export type Unread = { character: string; at: number };

export type Normalized = {
  spoken: string;
  changes: Change[];
  /** Words left as written that are no Vietnamese syllables: engines may pronounce them in any way. */
  unknown: { text: string; start: number; end: number }[];
  unread: Unread[];
  pauses: Pause[];
  /** With places in the normalized text. */
  deliveries: Delivery[];
  version: string;
};

export type NormalizeOptions = {
  region: Region;
  /** Differences from the region's default. */
  reading?: Partial<ReadingOptions>;
  pronunciations?: readonly Pronunciation[];
  /** How SSML wants parts of the text to be read. */
  sayAs?: readonly SayAs[];
  /** Which parts SSML wants spoken otherwise. */
  deliveries?: readonly Delivery[];
  /** Scripts that the engine reads beside Latin, by their names in Unicode, such as `Han`. */
  scripts?: readonly string[];
};

const kinds: FirstCharacter[] = ["digit", "letter", "mark"];
const rulesFor = (kind: FirstCharacter): readonly Rule[] => rules.filter(({ begins }) => begins.includes(kind));
/** The rules that a common character can begin, found when it is first met. */
const byCharacter = { digit: new Map(), letter: new Map(), mark: new Map() } as Record<
  FirstCharacter,
  Map<number, readonly Rule[]>
>;
const mostCommonCode = 0x24f;

function rulesAt(kind: FirstCharacter, text: string, at: number): readonly Rule[] {
  const code = text.charCodeAt(at);
  if (code > mostCommonCode) return byKind[kind];
  const known = byCharacter[kind].get(code);
  if (known) return known;
  const character = String.fromCharCode(code);
  const found = byKind[kind].filter(({ first }) => first?.includes(character) ?? true);
  byCharacter[kind].set(code, found);
  return found;
}

const byKind = { digit: rulesFor("digit"), letter: rulesFor("letter"), mark: rulesFor("mark") };

/**
 * Expands numbers, money, dates, times, phone numbers, units, abbreviations and addresses to words, as spoken in the
 * region. Custom pronunciations take precedence over every rule. Text that no rule matches stays as it is. Runs in
 * linear time.
 */
export function normalize(text: string, wanted: NormalizeOptions): Normalized {
  const { region, reading, pronunciations = [], sayAs = [], deliveries = [], scripts = [] } = wanted;
  const options = styleDecided({ ...regionalReading[region], ...reading }, text);
  const own = pronunciations.length > 0 ? pronunciationRule(pronunciations) : null;
  const find = (kind: FirstCharacter, at: number) =>
    (own && matchOne(own, text, at, options)) ?? matchAny(kind, text, at, options);
  if (sayAs.length === 0 && deliveries.length === 0) return replaceAll(text, find, scripts);
  const wantedAt = new Map(sayAs.map((one) => [one.start, one]));
  const starts = [...wantedAt.keys()].sort((one, other) => one - other);
  let next = 0;
  /** What SSML wants stands before every rule, and no other match reaches into it. */
  const findWanted = (kind: FirstCharacter, at: number) => {
    const one = wantedAt.get(at);
    const content = one ? text.slice(at, one.end) : "";
    const said = one && sayAsWanted(one, content, text.slice(Math.max(0, at - 40), at), options);
    if (said) return { length: content.length, spoken: said, name: "sayAs" };
    while ((starts[next] ?? text.length) <= at) next++;
    const found = find(kind, at);
    return found && at + found.length > (starts[next] ?? text.length) ? null : found;
  };
  // A match that reaches over an edge moves it: a number is never cut.
  const edges = deliveries.flatMap(({ start, end }) => [start, end]);
  const normalized = replaceAll(text, findWanted, scripts, edges);
  const placeOf = (edge: number) => normalized.places[edge] ?? normalized.spoken.length;
  const placed = deliveries.map((one, index) => ({ ...one, start: placeOf(2 * index), end: placeOf(2 * index + 1) }));
  return { ...normalized, deliveries: placed.filter(({ start, end }) => start < end) };
}

/** Leaves the text as typed except for pause marks. */
export const normalizePauses = (text: string): Normalized =>
  replaceAll(text, (kind, at) => (kind === "mark" ? matchOne(pauseMark, text, at, regionalReading.north) : null), null);

/** What no engine is given: all but letters of its scripts and the marks of sentences would be spelled as code points. */
const speakableMarks = "\\s\\x20-\\x7E“”‘’…–—«»·•¡¿";
const unspeakableByScripts = new Map<string, RegExp>();

function unspeakableFor(scripts: readonly string[]): RegExp {
  const key = scripts.join();
  const known = unspeakableByScripts.get(key);
  if (known) return known;
  const spoken = ["Latin", ...scripts].map((script) => `\\p{Script=${script}}`).join("");
  const pattern = new RegExp(`(?![\\u0300-\\u036F])[^${spoken}${speakableMarks}]`, "gu");
  unspeakableByScripts.set(key, pattern);
  return pattern;
}

type Find = (kind: FirstCharacter, at: number) => (Match & { name: string }) | null;

/** Without `scripts` nothing is left out. `places`: where what begins at each of the `edges`, which rise, is in the normalized text. */
function replaceAll(
  text: string,
  find: Find,
  scripts: readonly string[] | null,
  edges: readonly number[] = [],
): Normalized & { places: number[] } {
  const out = new Spoken();
  const places: number[] = [];
  const result: Omit<Normalized, "spoken"> = {
    changes: [],
    unknown: [],
    unread: [],
    pauses: [],
    deliveries: [],
    version: RULES_VERSION,
  };
  let pausesSeconds = 0;
  const unspeakable = scripts && unspeakableFor(scripts);
  /** Without the characters that no rule knows, which are reported. */
  const speakable = (words: string, at: number): string => {
    if (!unspeakable) return words;
    return words.replace(unspeakable, (character) => {
      result.unread.push({ character, at });
      return "";
    });
  };
  for (let at = 0; at < text.length; ) {
    while ((edges[places.length] ?? text.length) <= at) places.push(out.length);
    const kind = kindOf(text, at);
    const found = kind && find(kind, at);
    if (found) {
      const { length, name } = found;
      const end = at + length;
      const spoken = speakable(found.spoken, at);
      const change: Change = { from: text.slice(at, end), to: spoken, rule: name, start: at, end };
      const start = out.length;
      out.addChange(spoken, text[end] ?? "");
      if (found.pauseSeconds !== undefined) {
        const seconds = Math.min(found.pauseSeconds, longestPausesSeconds - pausesSeconds);
        pausesSeconds += seconds;
        change.pauseSeconds = seconds;
        result.pauses.push({ start, end: out.length, seconds });
      }
      result.changes.push(change);
      at = end;
    } else {
      const token = tokenAt(text, at);
      if (kind === "letter" && token.length > 1 && (!isSyllable(token) || isLoneAcronym(text, at, token))) {
        result.unknown.push({ text: token, start: at, end: at + token.length });
      }
      out.add(speakable(token, at));
      at += token.length;
    }
  }
  return { spoken: out.toString(), ...result, places };
}

/** Collects the output. */
class Spoken {
  private readonly parts: string[] = [];
  length = 0;

  add(words: string): void {
    this.parts.push(words);
    this.length += words.length;
  }

  /** Adds spaces around the words, since `5kg` and `$20` have none. */
  addChange(words: string, next: string): void {
    if (words === "") return;
    const before = this.parts.at(-1)?.slice(-1) ?? "";
    const left = /[\p{L}\p{N}.,;:!?%)\]}”’…]/u.test(before) && !/^[\s,.…)]/.test(words) ? " " : "";
    const right = /[\p{L}\p{N}]/u.test(next) && !/[\s(]$/.test(words) ? " " : "";
    this.add(`${left}${words}${right}`);
  }

  toString(): string {
    return this.parts.join("");
  }
}

function matchAny(kind: FirstCharacter, text: string, at: number, options: ReadingOptions) {
  for (const rule of rulesAt(kind, text, at)) {
    const found = matchOne(rule, text, at, options);
    if (found) return found;
  }
  return null;
}

function matchOne(rule: Rule, text: string, at: number, options: ReadingOptions) {
  const match = rule.match(text, at, options);
  if (!match || match.spoken === text.slice(at, at + match.length)) return null;
  const spoken = /\d/.test(match.spoken) ? match.spoken.replace(/\d+/g, sayDigits) : match.spoken;
  return { ...match, spoken, name: rule.name };
}

/** Such as HAN: possibly a Vietnamese word, but in capitals among lower-case words. */
const isLoneAcronym = (text: string, at: number, token: string): boolean =>
  /^[A-Z]{2,4}$/.test(token) &&
  !/\p{Lu}{2,}[^\p{L}]{0,3}$/u.test(text.slice(Math.max(0, at - 12), at)) &&
  !/^[^\p{L}]{0,3}\p{Lu}{2}/u.test(text.slice(at + token.length, at + token.length + 5));

/** Null for characters that begin no rule: whitespace and common punctuation. */
function kindOf(text: string, at: number): FirstCharacter | null {
  const code = text.charCodeAt(at);
  if (code >= 48 && code <= 57) return "digit";
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return "letter";
  if (code <= 32 || code === 44 || code === 160) return null;
  if (code < 128) return "mark";
  return /\p{L}/u.test(String.fromCodePoint(text.codePointAt(at) ?? code)) ? "letter" : "mark";
}

const word = /(?:(?!\p{Lm})[\p{Script=Latin}\p{M}])+|\p{Lm}|[\p{L}\p{M}]+|\s+|./suy;

/** A whole word, since no rule begins inside one, or a single other character. */
function tokenAt(text: string, at: number): string {
  word.lastIndex = at;
  return word.exec(text)?.[0] ?? text[at] ?? "";
}

const letter = "[\\p{L}\\p{M}\\p{N}]";

function pronunciationRule(pronunciations: readonly Pronunciation[]): Rule {
  const [exact, anyCase] = [new Map<string, string>(), new Map<string, string>()];
  for (const { written, spoken, isExact } of pronunciations) {
    const word = written.normalize("NFC");
    if (isExact) exact.set(word, spoken);
    else anyCase.set(word.toLowerCase(), spoken);
  }
  const words = new Set([...anyCase.keys(), ...[...exact.keys()].map((word) => word.toLowerCase())]);
  return rule({
    name: "pronunciation",
    begins: kinds,
    pattern: sticky(`(?<!${letter})(?:${anyOfMany(words)})(?!${letter})`, "i"),
    verbalize: ({ all = "" }) => exact.get(all) ?? anyCase.get(all.toLowerCase()) ?? null,
  });
}
