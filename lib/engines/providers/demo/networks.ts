import { apply, type Convolution, convolve, type Dense, logSoftmax, type Rows, rectify } from "./layers";

/** Convolutions followed by dense layers; the last one outputs log probabilities. */
export type Layers = { convolutions: readonly Convolution[]; dense: readonly Dense[] };

/** The first two layers change the width or stride of their rows; all later ones are residual. */
const firstResidual = 2;

/** Log probabilities of syllable parts for each 40 ms, from rows of 10 ms, which it overwrites; null when stopped. */
export function scoreParts({ convolutions }: Layers, logMel: Rows, isStopped: () => boolean): Rows | null {
  const { mean, deviation } = logMelScale;
  for (let index = 0; index < logMel.data.length; index++) {
    logMel.data[index] = ((logMel.data[index] as number) - mean) / deviation;
  }
  let rows = logMel;
  for (const [index, layer] of convolutions.entries()) {
    if (isStopped()) return null;
    const next = convolve(rows, layer);
    if (index < convolutions.length - 1) rectify(next.data);
    if (index >= firstResidual && index < convolutions.length - 1) add(next.data, rows.data);
    rows = next;
  }
  logSoftmax(rows);
  return rows;
}

/** Normalization that the network was trained with. */
const logMelScale = { mean: -6, deviation: 5 };

function add(sums: Float32Array, values: Float32Array): void {
  for (let index = 0; index < sums.length; index++) sums[index] = (sums[index] as number) + (values[index] as number);
}

/** Log probabilities of each syllable's tones, from a row of its features. `bands` is the pitchgram's width. */
export function scoreTones({ convolutions, dense }: Layers, features: Rows, bands: number): Rows {
  const scores = { count: features.count, width: 6, data: new Float32Array(features.count * 6) };
  for (let row = 0; row < features.count; row++) {
    const values = features.data.subarray(row * features.width, (row + 1) * features.width);
    let rows = turn(values, bands, convolutions[0] as Convolution);
    for (const layer of convolutions) {
      rows = convolve(rows, layer);
      rectify(rows.data);
    }
    const extra = values.subarray(bands * (convolutions[0] as Convolution).channels);
    const known = Float32Array.from([...poolRows(rows), ...extra]);
    scores.data.set(runDense(dense, known), row * 6);
  }
  logSoftmax(scores);
  return scores;
}

/** Transposes for convolution along the frequencies: one row per band, with the time steps as channels. */
function turn(values: Float32Array, bands: number, { channels, inputWidth }: Convolution): Rows {
  const data = new Float32Array(bands * inputWidth);
  for (let channel = 0; channel < channels; channel++) {
    for (let band = 0; band < bands; band++) {
      data[band * inputWidth + channel] = values[channel * bands + band] as number;
    }
  }
  return { count: bands, width: inputWidth, data };
}

/** Maximum of each column, followed by the mean of each. */
function poolRows({ count, width, data }: Rows): number[] {
  const [most, sums] = [new Array<number>(width).fill(0), new Array<number>(width).fill(0)];
  for (let index = 0; index < count * width; index++) {
    const [column, value] = [index % width, data[index] as number];
    most[column] = Math.max(most[column] as number, value);
    sums[column] = (sums[column] as number) + value;
  }
  return [...most, ...sums.map((sum) => sum / count)];
}

function runDense(layers: readonly Dense[], input: Float32Array): Float32Array {
  return layers.reduce((values, layer, index) => {
    const next = apply(layer, values);
    if (index < layers.length - 1) rectify(next);
    return next;
  }, input);
}
