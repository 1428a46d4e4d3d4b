import type { SpeechEvent } from "@echogarden/espeak-ng-emscripten";

/** A spoken word, in seconds from the start of its utterance, and how much of the text is spoken when it ends, up to 1. */
export type SpokenWord = { word: string; start: number; end: number; progress: number };

/** Collects the times of words from the engine's events. */
export class WordTimes {
  readonly #text: string[];
  #open: { at: number; length: number; startMs: number } | null = null;
  #over: { at: number; length: number; startMs: number; endMs: number }[] = [];

  /** The text as it is given to the engine, which counts its characters from 1. */
  constructor(text: string) {
    this.#text = [...text];
  }

  read(events: readonly SpeechEvent[]): void {
    for (const { type, id, text_position: at, word_length: length, audio_position: ms } of events) {
      const isPause = type === "phoneme" && id === "" && this.#open !== null && ms > this.#open.startMs;
      if (type === "word" || type === "end" || isPause) this.#close(ms);
      if (type === "word") this.#open = { at: at - 1, length, startMs: ms };
    }
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
      progress: Math.min(1, (at + length) / this.#text.length),
    }));
  }
}

const unescapeMarkup = (text: string) => text.replaceAll("&lt;", "<").replaceAll("&amp;", "&");
