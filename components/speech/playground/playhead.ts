import { startsOf, type WordTime } from "@/lib/speech/spoken-words";

/** What is played now: a text, when its words are spoken, and how far it is, in seconds. */
export type Played = { text: string; times: readonly WordTime[]; seconds: number };

/** Where the page's player is, for what follows it without a render at each frame. */
export class Playhead {
  #now: Played | null = null;
  readonly #followers = new Set<(now: Played | null) => void>();

  move(now: Played | null): void {
    this.#now = now;
    for (const follow of this.#followers) follow(now);
  }

  /** Calls `follow` at once and at each move, until the returned function is called. */
  follow(follow: (now: Played | null) => void): () => void {
    this.#followers.add(follow);
    follow(this.#now);
    return () => this.#followers.delete(follow);
  }
}

/** Lights the spoken word among the elements of `ReadText`, and scrolls to it where they have a scroll of their own. */
export function lightWords(frame: HTMLElement, words: readonly string[], now: Played | null): void {
  const lit = now ? findSpoken(words, now) : -1;
  const [before] = frame.querySelectorAll<HTMLElement>("[data-lit]");
  if (before?.dataset.word === String(lit)) return;
  for (const one of frame.querySelectorAll("[data-lit]")) one.removeAttribute("data-lit");
  const found = frame.querySelectorAll<HTMLElement>(`[data-word="${lit}"]`);
  for (const one of found) one.setAttribute("data-lit", "");
  const [first] = found;
  if (!first) return;
  const [place, around] = [first.getBoundingClientRect(), frame.getBoundingClientRect()];
  if (place.top < around.top || place.bottom > around.bottom)
    frame.scrollTop += place.top - around.top - around.height / 3;
}

const known = new WeakMap<readonly WordTime[], { count: number; starts: (number | undefined)[] }>();

/** The number of the word that is spoken then; -1 before the first. */
function findSpoken(words: readonly string[], { times, seconds }: Played): number {
  let found = known.get(times);
  if (found?.count !== times.length || found.starts.length !== words.length) {
    found = { count: times.length, starts: startsOf(words, times) };
    known.set(times, found);
  }
  return found.starts.findLastIndex((start) => start !== undefined && start <= seconds);
}
