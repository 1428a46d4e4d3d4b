/** A sentence that is longer is cut between words. */
const longestCharacters = 400;

/** Complete sentences are spoken together up to this length. */
const togetherCharacters = 300;

/** Less text than this is not spoken before its sentence ends, unless it is flushed. */
const fewCharacters = 50;

/** `TP. HCM`, `ThS. Lan`, and `1.` at the start of a line are not the end of a sentence. */
const abbreviated = /(?:(?:^|\s)(?:\p{Lu}{1,3}|Ths|ThS|Mr|Mrs|Ms|Dr|St)|^\s*\d{1,3})\.\s*$/u;

/** A sentence is complete once something follows its end. */
const complete = /(?:[.!?…。]["”’»)\]]*\s|\n\s*)$/u;

const segmenter = new Intl.Segmenter("vi", { granularity: "sentence" });

/** A text that comes in pieces, as the sentences that can be spoken. */
export class Sentences {
  #rest = "";

  /** Adds a piece, and returns what became complete by it, in the order of the text. */
  push(piece: string): string[] {
    this.#rest += piece;
    const sentences: string[] = [];
    for (const { segment } of segmenter.segment(this.#rest)) {
      const last = sentences.at(-1);
      if (last !== undefined && abbreviated.test(last)) sentences[sentences.length - 1] = last + segment;
      else sentences.push(segment);
    }
    const open = sentences.at(-1) ?? "";
    const isOpen = !complete.test(open) || abbreviated.test(open);
    this.#rest = isOpen ? (sentences.pop() ?? "") : "";
    while (this.#rest.length > longestCharacters) sentences.push(this.#takeWords(longestCharacters));
    return joined(sentences.flatMap(cutLong));
  }

  /** What was not complete, if it is worth speaking: up to its last whole word. */
  takeMost(): string[] {
    if (this.#rest.length < fewCharacters || !/\s/.test(this.#rest.trim())) return [];
    return [this.#takeWords(this.#rest.length)];
  }

  /** All that is left. */
  takeRest(): string[] {
    const rest = this.#rest;
    this.#rest = "";
    return rest === "" ? [] : [rest];
  }

  #takeWords(most: number): string {
    const words = wordsUpTo(this.#rest, most);
    this.#rest = this.#rest.slice(words.length);
    return words;
  }
}

/** The beginning of a text up to its last comma, or else to its last space, or else to a whole character. */
function wordsUpTo(text: string, most: number): string {
  const start = text.slice(0, most);
  const [comma = ""] = /^.*[,;:–—]\s/su.exec(start) ?? [];
  if (comma.length > most / 2) return comma;
  const [words = ""] = /^.*\s/su.exec(start) ?? [];
  if (words.trim() !== "") return words;
  return start.isWellFormed() ? start : start.slice(0, -1);
}

function cutLong(sentence: string): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > longestCharacters) {
    const words = wordsUpTo(rest, longestCharacters);
    parts.push(words);
    rest = rest.slice(words.length);
  }
  return [...parts, rest];
}

function joined(sentences: readonly string[]): string[] {
  const texts: string[] = [];
  for (const sentence of sentences) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + sentence.length <= togetherCharacters)
      texts[texts.length - 1] = last + sentence;
    else texts.push(sentence);
  }
  return texts;
}
