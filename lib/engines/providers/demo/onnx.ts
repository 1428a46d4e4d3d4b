import { type Field, readFields, readNumbers, readText } from "./protobuf";

export type Tensor = { shape: readonly number[]; data: Float32Array };

export type Node = { operation: string; inputs: string[]; attributes: Map<string, number[]> };

export type Network = { nodes: Node[]; tensors: Map<string, Tensor> };

const halfPrecision = 10;
const singlePrecision = 1;

/** Parses an ONNX file (onnx.proto), limited to what our two networks contain. */
export function readNetwork(file: Uint8Array): Network {
  const network: Network = { nodes: [], tensors: new Map() };
  for (const part of bytesOf(file, 7).flatMap((graph) => [...readFields(graph)])) {
    if (typeof part.value === "number") continue;
    if (part.number === 1) network.nodes.push(readNode(part.value));
    if (part.number === 5) addTensor(network.tensors, part.value);
  }
  return network;
}

const bytesOf = (message: Uint8Array, number: number): Uint8Array[] =>
  [...readFields(message)].flatMap(({ number: found, value }) =>
    found === number && typeof value !== "number" ? [value] : [],
  );

const textOf = (message: Uint8Array, number: number) => bytesOf(message, number).map(readText)[0] ?? "";

const readNode = (message: Uint8Array): Node => ({
  operation: textOf(message, 4),
  inputs: bytesOf(message, 1).map(readText),
  attributes: new Map(bytesOf(message, 5).map((attribute) => [textOf(attribute, 1), readAttribute(attribute)])),
});

const readAttribute = (message: Uint8Array) =>
  [...readFields(message)].flatMap(({ number, value }) => (number === 3 || number === 8 ? readNumbers(value) : []));

function addTensor(tensors: Map<string, Tensor>, message: Uint8Array): void {
  const fields: Field[] = [...readFields(message)];
  const shape = fields.flatMap(({ number, value }) => (number === 1 ? readNumbers(value) : []));
  const type = fields.find(({ number }) => number === 2)?.value;
  const [raw] = bytesOf(message, 9);
  if (!raw || (type !== halfPrecision && type !== singlePrecision)) return;
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const read = type === halfPrecision ? (at: number) => readHalf(view.getUint16(2 * at, true)) : single(view);
  const data = Float32Array.from({ length: raw.length / (type === halfPrecision ? 2 : 4) }, (_, at) => read(at));
  // The nodes name weights as they are after conversion from half precision.
  tensors.set(type === halfPrecision ? textOf(message, 8).replace(/_h$/, "") : textOf(message, 8), { shape, data });
}

const single = (view: DataView) => (at: number) => view.getFloat32(4 * at, true);

/** IEEE 754 binary16. */
function readHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
