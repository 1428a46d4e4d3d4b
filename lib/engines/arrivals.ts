/** Items that arrive by events, for one reader. */
export class Arrivals<Item> implements AsyncIterable<Item> {
  readonly #items: Item[] = [];
  #wake: () => void = () => undefined;
  #isEnded = false;
  #failure: { error: unknown } | undefined;

  add(item: Item): void {
    this.#items.push(item);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** The reader's iteration throws the error at once. */
  fail(error: unknown): void {
    this.#failure = { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for (;;) {
      if (this.#failure) throw this.#failure.error;
      const item = this.#items.shift();
      if (item !== undefined) yield item;
      else if (this.#isEnded) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
