/** Round values for the lines behind a chart of whole numbers. */
export const wholeTicks = (most: number): number[] => roundTicks(most).filter(Number.isInteger);

/** Two round values for the lines behind a chart whose highest value is `most`: half of the top, and the top. */
export function roundTicks(most: number): [number, number] {
  if (most <= 0) return [0.5, 1];
  const size = 10 ** Math.floor(Math.log10(most));
  const top = [1, 2, 4, 6, 8, 10].map((step) => step * size).find((step) => step >= most) ?? most;
  return [top / 2, top];
}
