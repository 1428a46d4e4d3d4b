/** Longer pauses are shortened to this. */
export const longestPauseSeconds = 10;

/** The total of a text's pauses; the rest is cut. */
export const longestPausesSeconds = 30;

/** The length of a mark such as `[pause:1.5]` or `[pause:300ms]`. */
export function secondsOfMark(mark: string): number {
  const amount = Number(/\d[\d.,]*/.exec(mark)?.[0].replace(",", "."));
  return /ms/i.test(mark) ? amount / 1000 : amount;
}
