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

const textOf = (message: Uint8Array, number: number) => bytesOf(message, number).map(readString)[0] ?? "";

const readNode = (message: Uint8Array): Node => ({
  operation: textOf(message, 4),
  inputs: bytesOf(message, 1).map(readString),
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

/** One field of a protobuf message: an integer, or the bytes of a longer value. */
type Field = { number: number; value: number | Uint8Array };

/** The fields of a message in order. Integers beyond 2^53 lose precision. */
function* readFields(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  const readNumber = () => {
    const { value, next } = readVarint(bytes, at);
    at = next;
    return value;
  };
  while (at < bytes.length) {
    const key = readNumber();
    const [number, wire] = [Math.floor(key / 8), key % 8];
    if (wire === 0) {
      yield { number, value: readNumber() };
      continue;
    }
    const length = wire === 2 ? readNumber() : wire === 5 ? 4 : 8;
    yield { number, value: bytes.subarray(at, at + length) };
    at += length;
  }
}

/** A repeated integer, packed or not. */
function readNumbers(value: Field["value"]): number[] {
  if (typeof value === "number") return [value];
  const numbers: number[] = [];
  for (let at = 0; at < value.length; ) {
    const read = readVarint(value, at);
    numbers.push(read.value);
    at = read.next;
  }
  return numbers;
}

const readString = (value: Field["value"]): string =>
  typeof value === "number" ? String(value) : new TextDecoder().decode(value);

function readVarint(bytes: Uint8Array, from: number): { value: number; next: number } {
  let [value, scale, at] = [0, 1, from];
  for (;;) {
    const byte = bytes[at++] ?? 0;
    value += (byte & 127) * scale;
    if (byte < 128) return { value, next: at };
    scale *= 128;
  }
}
