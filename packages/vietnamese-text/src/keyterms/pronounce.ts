import { capitalWords, foreignWords } from "../data";
import { letterNames } from "../letters";
import { cardinal, sayDigits } from "../numbers";
import { regionalReading } from "../reading-options";
import { type Candidate, foreignSyllables } from "./foreign-spelling";
import { parseSyllable } from "./phonemes";

/** One way to say a term: for each syllable its candidates, and the word of the term it belongs to. */
export type Pronunciation = {
  places: readonly { candidates: readonly Candidate[]; word: number }[];
  /** How well the tones are known: 1 for Vietnamese words. */
  toneWeight: number;
  /** Ways that the tables of reading have. They are matched as they stand there. */
  isListed: boolean;
};

type Joined = { places: Pronunciation["places"]; isVietnamese: boolean; isListed: boolean };

/** Of one word of a term: some ways, each with its syllables. */
type Way = { syllables: readonly (readonly Candidate[])[]; isVietnamese: boolean; isListed?: boolean };

const mostWays = 24;

/** All ways in which a term is said: in Vietnamese syllables, by the names of its letters, and as foreign words are. */
export function pronunciationsOf(term: string): Pronunciation[] {
  const words = term.normalize("NFC").split(/\s+/).filter(Boolean);
  const wordWays = words.map((word) => waysOf(word, words.length));
  const whole = foreignWords[term.normalize("NFC").toLowerCase()];
  const joined = wordWays.reduce<Joined[]>(
    (before, ways, word) =>
      before
        .flatMap(({ places, isVietnamese, isListed }) =>
          ways.map((way) => ({
            places: [...places, ...way.syllables.map((candidates) => ({ candidates, word }))],
            isVietnamese: isVietnamese && way.isVietnamese,
            isListed: isListed && (way.isVietnamese || way.isListed === true),
          })),
        )
        .slice(0, mostWays),
    [{ places: [], isVietnamese: true, isListed: true }],
  );
  const asWhole =
    whole && words.length > 1
      ? [{ places: listed(whole).map((candidates) => ({ candidates, word: 0 })), isVietnamese: false, isListed: true }]
      : [];
  return [...asWhole, ...joined]
    .filter(({ places }) => places.length > 0)
    .map(({ places, isVietnamese, isListed }) => ({ places, toneWeight: isVietnamese ? 1.5 : 0.4, isListed }));
}

const exactly = (syllable: string): Candidate[] => {
  const parsed = parseSyllable(syllable);
  return parsed ? [{ syllable: parsed, cost: 0 }] : [];
};

const listed = (reading: string): Candidate[][] =>
  reading
    .toLowerCase()
    .split(" ")
    .map(exactly)
    .filter((candidates) => candidates.length > 0);

function waysOf(word: string, words: number): Way[] {
  const lower = word.toLowerCase();
  if (/[^\p{L}\p{M}\d]/u.test(word)) return partsOf(word, words);
  if (/\d/.test(word) && /\p{L}/u.test(word)) return partsOf(word, words);
  if (/^\d+$/.test(word)) {
    const said = new Set([
      cardinal(word, regionalReading.north),
      cardinal(word, regionalReading.south),
      sayDigits(word),
    ]);
    return [...said].map((reading) => ({ syllables: listed(reading), isVietnamese: true }));
  }
  const own = parseSyllable(lower);
  const isCapitals = /^\p{Lu}{2,6}$/u.test(word);
  if (own && !isCapitals) {
    const isForeignToo = words === 1 && !/[^\x20-\x7e]/.test(word);
    const way = { syllables: [exactly(lower)], isVietnamese: true };
    return isForeignToo || isEnglish.has(lower) ? [way, ...foreignWays(lower)] : [way];
  }
  const parts = word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}/gu) ?? [];
  if (parts.length > 1) return partsOf(word, words);
  const ways = isCapitals ? spelledWays(word) : [];
  const asWord = capitalWords[word];
  if (asWord !== undefined) ways.unshift({ syllables: listed(asWord), isVietnamese: false, isListed: true });
  if (isCapitals && own) ways.push({ syllables: [exactly(lower)], isVietnamese: true });
  else if (!isCapitals || isSpeakable.test(lower)) ways.push(...foreignWays(lower));
  return ways.length > 0 ? ways : spelledWays(word);
}

/** Capitals that are said as a word, such as TOEIC and NATO: vowels with single consonants between them. */
const isSpeakable = /^(?:[bcdfghjklmnpqrstvwxz]?[aeiou]+){2,}[bcdfghjklmnpqrstvwxz]?$/;

/** Endings and beginnings of brands that happen to be Vietnamese syllables, too. */
const isEnglish = new Set("pay go me one phone home food bank land mart max care plus air".split(" "));

const foreignWays = (lower: string): Way[] => {
  const known = foreignWords[lower];
  return [
    ...(known ? [{ syllables: listed(known), isVietnamese: false, isListed: true }] : []),
    ...foreignSyllables(lower).map((syllables) => ({ syllables, isVietnamese: false })),
  ];
};

/** SePay, VNPay, B12 and Coca-Cola: part by part. A known word is also said as a whole. */
function partsOf(word: string, words: number): Way[] {
  const lower = word.toLowerCase();
  const known = foreignWords[lower];
  const parts = word.match(/&|\d+|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}/gu) ?? [];
  const partWays = parts.map((part) => {
    if (part === "&")
      return ["", "và", "en"].map((said) => ({ syllables: said ? [exactly(said)] : [], isVietnamese: false }));
    if (/^\p{Lu}+$/u.test(part) || part.length === 1)
      return [
        ...spelledWays(part.toUpperCase()),
        ...(isSpeakable.test(part.toLowerCase()) ? foreignWays(part.toLowerCase()) : []),
      ];
    return part === word
      ? []
      : isEnglish.has(part.toLowerCase()) || part.length < 3 || !parseSyllable(part.toLowerCase())
        ? [...waysOf(part, words), ...foreignWays(part.toLowerCase())]
        : waysOf(part, words + 1);
  });
  const joined = partWays.reduce<Way[]>(
    (before, ways) =>
      before
        .flatMap((way) =>
          ways.map(({ syllables }) => ({ syllables: [...way.syllables, ...syllables], isVietnamese: false })),
        )
        .slice(0, mostWays),
    [{ syllables: [], isVietnamese: false }],
  );
  const whole = /^[\p{L}]+$/u.test(word) ? foreignWays(lower).slice(known ? 1 : 0) : [];
  return [
    ...(known ? [{ syllables: listed(known), isVietnamese: false, isListed: true }] : []),
    ...joined,
    ...whole,
  ].filter((way) => way.syllables.length > 0);
}

/** Letter by letter, by any of the letters' names. */
function spelledWays(letters: string): Way[] {
  return Array.from(letters.toUpperCase())
    .reduce<Way[]>(
      (before, letter) => {
        const names = letterNames[letter];
        if (!names) return before;
        const short = names
          .filter((name) => !name.includes(" "))
          .flatMap((name, rank) =>
            exactly(name).map(({ syllable }) => ({ syllable, cost: rank > 1 ? 0.3 : 0, isLetter: true })),
          );
        const long = names
          .filter((name) => name.includes(" "))
          .map((name) => listed(name).map((candidates) => candidates.map((one) => ({ ...one, isLetter: true }))));
        const ways = [...(short.length > 0 ? [[short]] : []), ...long];
        return before
          .flatMap((way) =>
            ways.map((syllables) => ({ syllables: [...way.syllables, ...syllables], isVietnamese: false })),
          )
          .slice(0, mostWays);
      },
      [{ syllables: [], isVietnamese: false }],
    )
    .filter((way) => way.syllables.length > 0);
}
