/** One field of a protobuf message: an integer, or the bytes of a longer value. */
export type Field = { number: number; value: number | Uint8Array };

/** The fields of a message in order. Integers beyond 2^53 lose precision. */
export function* readFields(bytes: Uint8Array): Generator<Field> {
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
export function readNumbers(value: Field["value"]): number[] {
  if (typeof value === "number") return [value];
  const numbers: number[] = [];
  for (let at = 0; at < value.length; ) {
    const read = readVarint(value, at);
    numbers.push(read.value);
    at = read.next;
  }
  return numbers;
}

export const readText = (value: Field["value"]): string =>
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
