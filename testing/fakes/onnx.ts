/** Writes a minimal subset of ONNX's protocol buffers, enough for a tiny model that the real runtime loads and runs. */

export type Tensor = { name: string; dims: number[]; values: Float32Array | BigInt64Array };
export type Port = { name: string; type: "float" | "int64"; dims: (number | string)[] };
export type Attribute = number | number[];
export type Node = { op: string; inputs: string[]; output: string; attributes?: Record<string, Attribute> };

export type Graph = {
  inputs: Port[];
  outputs: Port[];
  constants?: Tensor[];
  nodes: Node[];
  metadata: Record<string, string | number>;
};

type Field = Uint8Array;

const codes = { float: 1, int64: 7 };

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

const whole = (number: number, value: number): Field => Buffer.concat([varint(number << 3), varint(value)]);

const bytes = (number: number, value: Uint8Array): Field =>
  Buffer.concat([varint((number << 3) | 2), varint(value.length), value]);

const text = (number: number, value: string): Field => bytes(number, Buffer.from(value));

const message = (number: number, fields: Field[]): Field => bytes(number, Buffer.concat(fields));

const tensor = ({ name, dims, values }: Tensor): Field[] => [
  ...dims.map((dim) => whole(1, dim)),
  whole(2, values instanceof Float32Array ? codes.float : codes.int64),
  text(8, name),
  bytes(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
];

const port = ({ name, type, dims }: Port): Field[] => {
  const shape = dims.map((dim) => message(1, [typeof dim === "number" ? whole(1, dim) : text(2, dim)]));
  return [text(1, name), message(2, [message(1, [whole(1, codes[type]), message(2, shape)])])];
};

const attribute = ([name, value]: [string, Attribute]): Field[] =>
  Array.isArray(value)
    ? [text(1, name), ...value.map((item) => whole(8, item)), whole(20, 7)]
    : [text(1, name), whole(3, value), whole(20, 2)];

const node = ({ op, inputs, output, attributes = {} }: Node): Field[] => [
  ...inputs.map((input) => text(1, input)),
  text(2, output),
  text(4, op),
  ...Object.entries(attributes).map((entry) => message(5, attribute(entry))),
];

/** The bytes of an ONNX file. */
export function writeOnnx({ inputs, outputs, constants = [], nodes, metadata }: Graph): Uint8Array {
  const graph = [
    ...nodes.map((item) => message(1, node(item))),
    text(2, "tiny"),
    ...constants.map((item) => message(5, tensor(item))),
    ...inputs.map((item) => message(11, port(item))),
    ...outputs.map((item) => message(12, port(item))),
  ];
  return Buffer.concat([
    whole(1, 8),
    message(7, graph),
    message(8, [text(1, ""), whole(2, 13)]),
    ...Object.entries(metadata).map(([key, value]) => message(14, [text(1, key), text(2, String(value))])),
  ]);
}
