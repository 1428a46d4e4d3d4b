/** A longer pause is cut. */
export const longestPauseSeconds = 10;

/** What the pauses of a text have in all; those behind it are cut. */
export const longestPausesSeconds = 30;

/** How long a mark such as `[pause:1.5]` or `[pause:300ms]` asks for. */
export function secondsOfMark(mark: string): number {
  const amount = Number(/\d[\d.,]*/.exec(mark)?.[0].replace(",", "."));
  return /ms/i.test(mark) ? amount / 1000 : amount;
}
