/** In-place Fourier transform of a fixed power-of-two length. */
export type Fft = (real: Float64Array, imaginary: Float64Array) => void;

export function makeFft(size: number): Fft {
  const cosines = Float64Array.from({ length: size / 2 }, (_, index) => Math.cos((2 * Math.PI * index) / size));
  const sines = Float64Array.from({ length: size / 2 }, (_, index) => -Math.sin((2 * Math.PI * index) / size));
  const swaps = listSwaps(size);
  return (real, imaginary) => {
    for (const [a, b] of swaps) {
      [real[a], real[b]] = [real[b] as number, real[a] as number];
      [imaginary[a], imaginary[b]] = [imaginary[b] as number, imaginary[a] as number];
    }
    for (let span = 2; span <= size; span *= 2) combine(real, imaginary, span, cosines, sines);
  };
}

function listSwaps(size: number): [number, number][] {
  const bits = Math.log2(size);
  const reverse = (index: number) =>
    Array.from({ length: bits }, (_, bit) => ((index >> bit) & 1) << (bits - 1 - bit)).reduce(
      (sum, bit) => sum | bit,
      0,
    );
  return Array.from({ length: size }, (_, index): [number, number] => [index, reverse(index)]).filter(
    ([a, b]) => b > a,
  );
}

function combine(
  real: Float64Array,
  imaginary: Float64Array,
  span: number,
  cosines: Float64Array,
  sines: Float64Array,
): void {
  const [half, step] = [span / 2, real.length / span];
  for (let from = 0; from < real.length; from += span) {
    for (let index = 0; index < half; index++) {
      const a = from + index;
      const b = a + half;
      const cosine = cosines[index * step] as number;
      const sine = sines[index * step] as number;
      const x = (real[b] as number) * cosine - (imaginary[b] as number) * sine;
      const y = (real[b] as number) * sine + (imaginary[b] as number) * cosine;
      real[b] = (real[a] as number) - x;
      imaginary[b] = (imaginary[a] as number) - y;
      real[a] = (real[a] as number) + x;
      imaginary[a] = (imaginary[a] as number) + y;
    }
  }
}
