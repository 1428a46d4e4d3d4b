import { type Network, type Node, readNetwork, type Tensor } from "./onnx";

/** A matrix with one row per time step. Rows may be padded with zeros. */
export type Rows = { count: number; width: number; data: Float32Array };

type Convolution = {
  /** Input channels and padded row width, a multiple of four. */
  channels: number;
  inputWidth: number;
  outputWidth: number;
  taps: number;
  stride: number;
  dilation: number;
  padding: number;
  /** Ordered by tap, input channel and output channel, so that the innermost loop reads consecutive values. */
  weights: Float32Array;
  bias: Float32Array;
};

type Dense = { inputs: number; outputs: number; weights: Float32Array; bias: Float32Array };

/** Convolutions followed by dense layers; the last one outputs log probabilities. */
export type Layers = { convolutions: readonly Convolution[]; dense: readonly Dense[] };

/** The layers of a network in the ONNX format. */
export function readLayers(file: Uint8Array): Layers {
  const network = readNetwork(file);
  const convolutions = network.nodes.filter(({ operation }) => operation === "Conv");
  const dense = network.nodes.filter(({ operation }) => operation === "Gemm");
  return {
    convolutions: convolutions.map((node) => makeConvolution(network, node)),
    dense: dense.map((node) => {
      const [weights, bias] = [tensorOf(network, node, 1), tensorOf(network, node, 2)];
      const [outputs = 0, inputs = 0] = weights.shape;
      return { inputs, outputs, weights: weights.data, bias: bias.data };
    }),
  };
}

function tensorOf({ tensors }: Network, { inputs }: Node, index: number): Tensor {
  const tensor = tensors.get(inputs[index] ?? "");
  if (!tensor) throw new Error(`The network has no weights named ${inputs[index]}.`);
  return tensor;
}

function makeConvolution(network: Network, node: Node): Convolution {
  const { shape, data } = tensorOf(network, node, 1);
  const [outputWidth = 0, channels = 0, taps = 0] = shape;
  const inputWidth = roundUp(channels);
  const weights = new Float32Array(taps * inputWidth * outputWidth);
  for (let index = 0; index < data.length; index++) {
    const [tap, channel] = [index % taps, Math.floor(index / taps) % channels];
    const output = Math.floor(index / taps / channels);
    weights[(tap * inputWidth + channel) * outputWidth + output] = data[index] as number;
  }
  const attribute = (name: string) => node.attributes.get(name)?.[0];
  const [stride, dilation, padding] = [attribute("strides") ?? 1, attribute("dilations") ?? 1, attribute("pads") ?? 0];
  const bias = tensorOf(network, node, 2).data;
  return { channels, inputWidth, outputWidth, taps, stride, dilation, padding, weights, bias };
}

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

const roundUp = (width: number): number => (width + 3) & ~3;

function convolve(input: Rows, layer: Convolution): Rows {
  const { taps, stride, dilation, padding, outputWidth, inputWidth, bias } = layer;
  const count = Math.floor((input.count + 2 * padding - dilation * (taps - 1) - 1) / stride) + 1;
  const output = { count, width: outputWidth, data: new Float32Array(count * outputWidth) };
  for (let row = 0; row < count; row++) {
    const sums = output.data.subarray(row * outputWidth, (row + 1) * outputWidth);
    sums.set(bias);
    for (let tap = 0; tap < taps; tap++) {
      const from = row * stride - padding + tap * dilation;
      if (from < 0 || from >= input.count) continue;
      addProducts(sums, input.data, from * inputWidth, inputWidth, layer.weights, tap * inputWidth * outputWidth);
    }
  }
  return output;
}

/** Adds one row times one tap's weights, four channels at a time: each sum is read and written once for all four. */
function addProducts(
  sums: Float32Array,
  input: Float32Array,
  from: number,
  channels: number,
  weights: Float32Array,
  at: number,
): void {
  const width = sums.length;
  for (let channel = 0; channel < channels; channel += 4) {
    const a = input[from + channel] as number;
    const b = input[from + channel + 1] as number;
    const c = input[from + channel + 2] as number;
    const d = input[from + channel + 3] as number;
    if (a === 0 && b === 0 && c === 0 && d === 0) continue;
    const wa = at + channel * width;
    const wb = wa + width;
    const wc = wb + width;
    const wd = wc + width;
    for (let index = 0; index < width; index++) {
      const first = a * (weights[wa + index] as number) + b * (weights[wb + index] as number);
      const second = c * (weights[wc + index] as number) + d * (weights[wd + index] as number);
      sums[index] = (sums[index] as number) + first + second;
    }
  }
}

function apply(layer: Dense, input: Float32Array): Float32Array {
  return Float32Array.from(layer.bias, (bias, output) => {
    let sum = bias;
    const from = output * layer.inputs;
    for (let index = 0; index < layer.inputs; index++) {
      sum += (layer.weights[from + index] as number) * (input[index] as number);
    }
    return sum;
  });
}

/** ReLU, in place. */
function rectify(values: Float32Array): void {
  for (let index = 0; index < values.length; index++) if ((values[index] as number) < 0) values[index] = 0;
}

/** Log-softmax of each row, in place. */
function logSoftmax({ count, width, data }: Rows): void {
  for (let row = 0; row < count; row++) {
    const values = data.subarray(row * width, (row + 1) * width);
    const peak = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
    const total = peak + Math.log(values.reduce((sum, value) => sum + Math.exp(value - peak), 0));
    for (let index = 0; index < width; index++) values[index] = (values[index] as number) - total;
  }
}
