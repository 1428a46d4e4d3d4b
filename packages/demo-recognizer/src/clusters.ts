import { voiceDirections } from "./voices";

/** In frames with a pitch: over as many, the mean of a voice varies by about 1 in each direction. */
export const windowFrames = 84;

/**
 * Speech that is taken for one voice's. `scatter` sums the squares and products of how far its windows are from the mean.
 */
export type Cluster = { mean: Float64Array; weight: number; scatter: Float64Array; freedom: number };

/** Merged while their distance is below `ofWeight` for what little speech varies, and `ofVoice` for what a voice does. */
const limits = { ofWeight: 48, ofVoice: 16 };

/** As many windows as it takes to believe that a voice varies more or less than others do. */
const usualFreedom = 6;

const leastVariance = 0.5;

/** In windows: what lasts less than about 1.4 seconds in all is given to the voice that is most like it. */
const leastWeight = 1.2;

/** A stretch of one voice from its windows. */
export function makeCluster(windows: readonly { mean: Float64Array; weight: number }[]): Cluster {
  const [first, ...others] = windows.map((window) => ({
    ...window,
    scatter: new Float64Array(voiceDirections ** 2),
    freedom: 0,
  }));
  return others.reduce(join, first as Cluster);
}

/** Comparing each with each takes seconds for more. */
const mostAtOnce = 300;

/** The voices of these stretches, which are in the order of time: as many as wanted, or as differ. */
export function mergeClusters(stretches: readonly Cluster[], wanted: number | undefined): Cluster[] {
  let clusters = [...stretches];
  if (clusters.length > mostAtOnce) {
    const parts = Array.from({ length: Math.ceil(clusters.length / mostAtOnce) }, (_, part) =>
      clusters.slice(part * mostAtOnce, (part + 1) * mostAtOnce),
    );
    // More than are wanted in all, so that two voices that are alike are not one before all speech is compared.
    clusters = parts.flatMap((part) => mergeAlike(part, wanted && 4 * wanted));
  }
  const voices = mergeAlike(clusters, wanted);
  const recognized = voices.filter(({ weight }) => weight >= leastWeight);
  return wanted === undefined && recognized.length > 0 ? recognized : voices;
}

/**
 * Joins the two clusters that differ least, again and again, until there are as many as wanted or all differ: by
 * distance in relation to how much these two vary in its direction.
 */
function mergeAlike(stretches: readonly Cluster[], wanted: number | undefined): Cluster[] {
  const clusters: (Cluster | undefined)[] = [...stretches];
  const nearest = clusters.map((_, index) => findNearest(clusters, index));
  for (let left = stretches.length; left > (wanted ?? 1); left--) {
    let first = -1;
    let smallest = Number.POSITIVE_INFINITY;
    for (const [index, found] of nearest.entries())
      if (found && found.difference < smallest) [first, smallest] = [index, found.difference];
    const second = nearest[first]?.index ?? -1;
    const [one, two] = [clusters[first], clusters[second]];
    if (!one || !two || (wanted === undefined && smallest > 1)) break;
    const joined = join(one, two);
    clusters[first] = joined;
    clusters[second] = undefined;
    nearest[second] = undefined;
    for (const [index, found] of nearest.entries()) {
      const other = clusters[index];
      if (!other) continue;
      if (index === first || found?.index === first || found?.index === second) {
        nearest[index] = findNearest(clusters, index);
      } else if (found) {
        const difference = differenceOf(other, joined);
        if (difference < found.difference) nearest[index] = { index: first, difference };
      }
    }
  }
  return clusters.filter((one) => one !== undefined);
}

function findNearest(clusters: readonly (Cluster | undefined)[], index: number) {
  const own = clusters[index] as Cluster;
  let nearest: { index: number; difference: number } | undefined;
  for (const [other, cluster] of clusters.entries()) {
    if (!cluster || other === index) continue;
    const difference = differenceOf(own, cluster);
    if (!nearest || difference < nearest.difference) nearest = { index: other, difference };
  }
  return nearest;
}

/** Above 1 for two voices. */
function differenceOf(one: Cluster, other: Cluster): number {
  let distance = 0;
  for (let index = 0; index < voiceDirections; index++) distance += differenceAt(one, other, index) ** 2;
  const spread = scatterAlong(one, other) / (distance || 1);
  const variance = (usualFreedom + spread) / (usualFreedom + one.freedom + other.freedom);
  const limit = limits.ofWeight * (1 / one.weight + 1 / other.weight) + limits.ofVoice;
  return distance / Math.max(leastVariance, variance) / limit;
}

/** The scatter of both in the direction from one to the other, times their squared distance. */
function scatterAlong(one: Cluster, other: Cluster): number {
  if (one.freedom + other.freedom === 0) return 0;
  let sum = 0;
  for (let row = 0; row < voiceDirections; row++) {
    let along = 0;
    for (let column = 0; column < voiceDirections; column++) {
      const at = row * voiceDirections + column;
      along += differenceAt(one, other, column) * ((one.scatter[at] as number) + (other.scatter[at] as number));
    }
    sum += along * differenceAt(one, other, row);
  }
  return sum;
}

const differenceAt = (one: Cluster, other: Cluster, index: number): number =>
  (one.mean[index] as number) - (other.mean[index] as number);

function join(one: Cluster, other: Cluster): Cluster {
  const weight = one.weight + other.weight;
  const shared = (one.weight * other.weight) / weight;
  const mean = one.mean.map((value, index) => value - (differenceAt(one, other, index) * other.weight) / weight);
  const scatter = one.scatter.map((value, at) => {
    const [row, column] = [Math.floor(at / voiceDirections), at % voiceDirections];
    const between = differenceAt(one, other, row) * differenceAt(one, other, column) * shared;
    return value + (other.scatter[at] as number) + between;
  });
  return {
    mean,
    weight,
    scatter,
    freedom: one.freedom + other.freedom + 1,
  };
}
