/** The loudest moments of `count` equal sections, 0 to 1, relative to the loudest of all: quiet recordings show too. */
export function peaks(samples: Float32Array, count: number): number[] {
  const loudest = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * samples.length) / count);
    const to = Math.floor(((index + 1) * samples.length) / count);
    let peak = 0;
    for (let at = from; at < to; at++) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const top = Math.max(...loudest);
  return top === 0 ? loudest : loudest.map((peak) => peak / top);
}
