/** How many parts of the audio a small wave shows. */
const parts = 48;

/** The most samples of a part that are read, so that half an hour of audio takes no longer than a minute. */
const mostRead = 500;

/** The loudest moment of each of 48 equal parts, relative to the loudest of all: a hexadecimal digit each. */
export function sparkOf(samples: Float32Array | Int16Array): string {
  const length = samples.length / parts;
  const step = Math.max(1, Math.floor(length / mostRead));
  const loudest = Array.from({ length: parts }, (_, part) => {
    let peak = 0;
    for (let at = Math.floor(part * length); at < Math.floor((part + 1) * length); at += step)
      peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const top = Math.max(...loudest) || 1;
  return loudest.map((peak) => Math.round((peak / top) * 15).toString(16)).join("");
}
