import type { Decoded } from "./decode";

/** From this correlation on two channels have the same sound; that of two sides of a call is far lower, even with an echo. */
const leastCorrelation = 0.999;

/** The channels that differ. Mono in two channels is one, also if one of them is quieter or in opposite phase. */
export function differentChannels({ samples, second }: Decoded): Float32Array[] {
  return second && !areEqual(samples, second) ? [samples, second] : [samples];
}

function areEqual(one: Float32Array, other: Float32Array): boolean {
  let [product, power, otherPower] = [0, 0, 0];
  for (let at = 0; at < one.length; at++) {
    const [left, right] = [one[at] as number, other[at] as number];
    product += left * right;
    power += left * left;
    otherPower += right * right;
  }
  if (power === 0 || otherPower === 0) return power === otherPower;
  return Math.abs(product) / Math.sqrt(power * otherPower) >= leastCorrelation;
}
