import { AppError } from "@/lib/platform/errors";
import { countCharacters } from "@/lib/platform/text";
import { maxCharacters } from "@/lib/speech/schema";
import { Sentences } from "./sentences";

/** What is to be done, in its order. `number`: the text's place among all texts. */
type Item = { text: string; number: number } | "flushed";

/** The text of a context on its way to be spoken. */
export class TextQueue {
  readonly #sentences = new Sentences();
  #items: Item[] = [];
  #wake: () => void = () => undefined;
  #isClosed = false;
  #characters = 0;
  /** How many texts there were, how many of them were flushed, and which one is spoken. */
  #texts = 0;
  #flushed = 0;
  #current = 0;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether a text is to be spoken, or is being spoken. */
  get isBusy(): boolean {
    return this.#current > 0 || this.#items.length > 0;
  }

  /** Throws TEXT_TOO_LONG. */
  write(piece: string): void {
    if (this.#isClosed) return;
    this.#characters += countCharacters(piece);
    if (this.#characters > maxCharacters) {
      const values = { max: maxCharacters, sent: this.#characters };
      throw new AppError("TEXT_TOO_LONG", { param: "text", message: "speech.tooLong", values });
    }
    this.#add(this.#sentences.push(piece));
  }

  trigger(): void {
    this.#add(this.#sentences.takeMost());
  }

  flush(): void {
    this.#add(this.#sentences.takeRest());
    this.#flushed = this.#texts;
    if (!this.#isClosed) this.#items.push("flushed");
    this.#wake();
  }

  /** No more text comes. */
  close(): void {
    this.#add(this.#sentences.takeRest());
    this.#isClosed = true;
    this.#wake();
  }

  /** Closes, and forgets what was not flushed. Returns whether the text that is being spoken is part of it. */
  drop(): boolean {
    this.#sentences.takeRest();
    this.#items = this.#items.filter((item) => item === "flushed" || item.number <= this.#flushed);
    this.close();
    return this.#current > this.#flushed;
  }

  /** Closes, and forgets everything. */
  clear(): void {
    this.#sentences.takeRest();
    this.#items = [];
    this.close();
  }

  /** The next text, which is spoken until the call after it; null at the end. */
  async next(): Promise<string | "flushed" | null> {
    this.#current = 0;
    while (this.#items.length === 0) {
      if (this.#isClosed) return null;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
    const item = this.#items.shift() as Item;
    if (item === "flushed") return item;
    this.#current = item.number;
    return item.text;
  }

  #add(texts: readonly string[]): void {
    if (this.#isClosed) return;
    for (const text of texts) if (text.trim() !== "") this.#items.push({ text: text.trim(), number: ++this.#texts });
    this.#wake();
  }
}
