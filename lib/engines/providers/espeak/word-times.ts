import type { SpeechEvent } from "@echogarden/espeak-ng-emscripten";

/** A spoken word, in seconds from the start of its utterance. */
export type SpokenWord = { word: string; start: number; end: number };

type BegunWord = { at: number; length: number; startMs: number };

/** How many characters the words reach that have begun, the word that is not over, and those not yet taken. */
export type WordState = { reached: number; open: BegunWord | null; over: (BegunWord & { endMs: number })[] };

/** Collects the times of words from the engine's events. */
export class WordTimes {
  readonly #text: string[] = [];
  /** Where each character given to the engine ends in the original text, as a share of it. */
  readonly #ends: number[] = [];
  #reached: number;
  #open: BegunWord | null;
  #over: (BegunWord & { endMs: number })[];

  /** The engine counts the characters of `given`, its form of each character of `text`, from 1. */
  constructor(text: string, given: (character: string) => string, state?: WordState) {
    this.#reached = state?.reached ?? 0;
    this.#open = state?.open ?? null;
    this.#over = state?.over ?? [];
    let end = 0;
    for (const character of text) {
      end += character.length;
      for (const one of given(character)) {
        this.#text.push(one);
        this.#ends.push(end / text.length);
      }
    }
  }

  /** For one that goes on where this one ended. */
  get state(): WordState {
    return { reached: this.#reached, open: this.#open, over: this.#over };
  }

  /**
   * How much of the text the words reach that have begun, from 0 to 1. Of the last of them it is certain only once the
   * next word begins: the engine names at most 31 of its characters, and says nothing of some characters that it reads.
   */
  get reached(): number {
    return this.#ends[this.#reached - 1] ?? 0;
  }

  /** Returns how far the words that began before these events reach, if a word begins in them. */
  read(events: readonly SpeechEvent[]): number | null {
    let before: number | null = null;
    for (const { type, id, text_position: at, word_length: length, audio_position: ms } of events) {
      const isPause = type === "phoneme" && id === "" && this.#open !== null && ms > this.#open.startMs;
      if (type === "word" || type === "end" || isPause) this.#close(ms);
      if (type !== "word") continue;
      this.#reach(at - 1);
      before ??= this.reached;
      this.#reach(at - 1 + length);
      this.#open = { at: at - 1, length, startMs: ms };
    }
    return before;
  }

  #reach(characters: number): void {
    this.#reached = Math.min(this.#ends.length, Math.max(this.#reached, characters));
  }

  #close(endMs: number): void {
    if (this.#open) this.#over.push({ ...this.#open, endMs });
    this.#open = null;
  }

  /** The words that are over since the last call. `shift`: by how many samples the sound was moved, once that is known. */
  take(shift: number | null, sampleRate: number, isLast = false): SpokenWord[] {
    if (shift === null) return [];
    if (isLast) this.#close(this.#open?.startMs ?? 0);
    const over = this.#over.splice(0);
    const seconds = (ms: number) => Math.max(0, Math.round(ms + (shift * 1000) / sampleRate) / 1000);
    return over.map(({ at, length, startMs, endMs }) => ({
      word: unescapeMarkup(this.#text.slice(at, at + length).join("")),
      start: seconds(startMs),
      end: seconds(endMs),
    }));
  }
}

const unescapeMarkup = (text: string) => text.replaceAll("&lt;", "<").replaceAll("&amp;", "&");
