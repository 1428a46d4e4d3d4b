import type { Network, Node, Tensor } from "./onnx";

/** A matrix with one row per time step. Rows may be padded with zeros. */
export type Rows = { count: number; width: number; data: Float32Array };

export type Convolution = {
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

export type Dense = { inputs: number; outputs: number; weights: Float32Array; bias: Float32Array };

export const listConvolutions = (network: Network): Convolution[] =>
  network.nodes.filter(({ operation }) => operation === "Conv").map((node) => makeConvolution(network, node));

export const listDense = (network: Network): Dense[] =>
  network.nodes
    .filter(({ operation }) => operation === "Gemm")
    .map((node) => {
      const [weights, bias] = [tensorOf(network, node, 1), tensorOf(network, node, 2)];
      const [outputs = 0, inputs = 0] = weights.shape;
      return { inputs, outputs, weights: weights.data, bias: bias.data };
    });

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

export const roundUp = (width: number): number => (width + 3) & ~3;

export function convolve(input: Rows, layer: Convolution): Rows {
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

export function apply(layer: Dense, input: Float32Array): Float32Array {
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
export function rectify(values: Float32Array): void {
  for (let index = 0; index < values.length; index++) if ((values[index] as number) < 0) values[index] = 0;
}

/** Log-softmax of each row, in place. */
export function logSoftmax({ count, width, data }: Rows): void {
  for (let row = 0; row < count; row++) {
    const values = data.subarray(row * width, (row + 1) * width);
    const peak = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
    const total = peak + Math.log(values.reduce((sum, value) => sum + Math.exp(value - peak), 0));
    for (let index = 0; index < width; index++) values[index] = (values[index] as number) - total;
  }
}
