/** ITU-T G.711: eight bits a sample on a logarithmic scale. */

const bias = 0x84;
const clip = 32_635;

function mulawOf(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), clip) + bias;
  const exponent = 31 - Math.clz32(magnitude) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

function fromMulaw(code: number): number {
  const inverted = ~code & 0xff;
  const magnitude = (((inverted & 0x0f) << 3) + bias) << ((inverted & 0x70) >> 4);
  return inverted & 0x80 ? bias - magnitude : magnitude - bias;
}

function alawOf(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  const magnitude = Math.min((sample < 0 ? ~sample : sample) >> 3, 0xfff);
  const exponent = Math.max(0, 31 - Math.clz32(magnitude) - 4);
  const mantissa = exponent === 0 ? magnitude >> 1 : (magnitude >> exponent) & 0x0f;
  return (sign | (exponent << 4) | mantissa) ^ 0x55;
}

function fromAlaw(code: number): number {
  const plain = code ^ 0x55;
  const exponent = (plain & 0x70) >> 4;
  const step = ((plain & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? step : (step + 0x100) << (exponent - 1);
  return plain & 0x80 ? magnitude : -magnitude;
}

const allCodes = Array.from({ length: 256 }, (_, code) => code);

/** The 16-bit sample of each code. */
export const g711Samples = {
  mulaw: Int16Array.from(allCodes, fromMulaw),
  alaw: Int16Array.from(allCodes, fromAlaw),
} as const;

const encodeBy = (codeOf: (sample: number) => number) => (pcm: Int16Array) => {
  const codes = new Uint8Array(pcm.length);
  for (const [at, sample] of pcm.entries()) codes[at] = codeOf(sample);
  return codes;
};

export const encodeMulaw = encodeBy(mulawOf);

export const encodeAlaw = encodeBy(alawOf);
