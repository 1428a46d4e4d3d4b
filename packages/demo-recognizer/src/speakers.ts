import type { Rows } from "./network";
import { voiceFeatures } from "./voices";

/** Who speaks from `start` to `end`, in seconds. Speakers are numbered from 0 in the order in which they begin. */
export type Turn = { start: number; end: number; speaker: number };

const frameSeconds = 0.01;

/** Quieter than the loudest by more than about 26 dB is a pause. */
const quieter = 6;

/** In frames: a shorter silence is the closure of a consonant, and a shorter sound is none of a voice. */
const [shortestPause, shortestSound] = [15, 8];

/** In frames: as long as the features of a voice need to become those of the voice rather than of the words. */
const windowLength = 120;

/** How much the means over a window vary within one of the northern voices at the default speed and pitch. */
const spreads = [0.81, 0.23, 0.5, 0.3, 0.5, 0.5, 0.4, 0.3];

/** Two groups of stretches whose means are nearer, in spreads squared, or that differ by less in all, are one voice. */
const [leastDistance, leastDifference] = [13, 24];

/** In windows: what lasts less than about two seconds in all is given to the voice that is most like it. */
const leastWindows = 1.6;

type Cluster = { mean: Float64Array; weight: number };

/**
 * Who spoke when, by the pitch and sound of voices as `measureVoice` has them: enough for eSpeak NG's voices, which
 * hardly vary, and not for people. `speakers`: how many there are, if known. Blocks its thread.
 */
export function diarize(frames: Rows, speakers?: number): Turn[] {
  const stretches = findStretches(frames);
  const windows = stretches.flatMap((stretch) => measureWindows(frames, stretch));
  const voices = cluster(windows, speakers);
  if (voices.length === 0) return [];
  return numberByFirst(assign(frames, stretches, voices));
}

type Span = { from: number; to: number };

function findStretches({ count, width, data }: Rows): Span[] {
  let loudest = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < count; row++) loudest = Math.max(loudest, data[row * width] as number);
  const stretches: Span[] = [];
  for (let row = 0; row < count; row++) {
    if ((data[row * width] as number) < loudest - quieter) continue;
    const last = stretches.at(-1);
    if (last && row - last.to <= shortestPause) last.to = row + 1;
    else stretches.push({ from: row, to: row + 1 });
  }
  return stretches.filter(({ from, to }) => to - from >= shortestSound);
}

/** The mean of the voiced frames in each part of a stretch, in spreads. */
function measureWindows(frames: Rows, { from, to }: Span): Cluster[] {
  const parts = Math.max(1, Math.round((to - from) / windowLength));
  return Array.from({ length: parts }, (_, part) => {
    const first = from + Math.round(((to - from) * part) / parts);
    const end = from + Math.round(((to - from) * (part + 1)) / parts);
    const mean = new Float64Array(spreads.length);
    let voiced = 0;
    for (let row = first; row < end; row++) {
      const features = featuresOf(frames, row);
      if (!features) continue;
      voiced++;
      for (const [index, value] of features.entries()) mean[index] = (mean[index] as number) + value;
    }
    return { mean: mean.map((sum) => sum / voiced), weight: (1.4 * voiced) / windowLength };
  }).filter(({ weight }) => weight > 0.1);
}

/** Undefined for a frame without a pitch. */
function featuresOf({ data }: Rows, row: number): Float64Array | undefined {
  const at = row * voiceFeatures + 1;
  if (Number.isNaN(data[at] as number)) return undefined;
  return Float64Array.from(spreads, (spread, index) => (data[at + index] as number) / spread);
}

/** Joins the two that differ least again and again, until there are as many as wanted, or all differ. */
function cluster(windows: readonly Cluster[], wanted: number | undefined): Cluster[] {
  const clusters: (Cluster | undefined)[] = [...windows];
  const nearest = clusters.map((_, index) => findNearest(clusters, index));
  for (let left = windows.length; left > (wanted ?? 1); left--) {
    let first = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const [index, found] of nearest.entries()) {
      if (found && found.difference < least) [first, least] = [index, found.difference];
    }
    const second = nearest[first]?.index ?? -1;
    const [one, two] = [clusters[first], clusters[second]];
    if (!one || !two) break;
    if (wanted === undefined && least > leastDifference && distanceOf(one, two) > leastDistance) break;
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
  const voices = clusters.filter((one) => one !== undefined);
  const recognized = voices.filter(({ weight }) => weight >= leastWindows);
  return wanted === undefined && recognized.length > 0 ? recognized : voices;
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

/** What joining adds to the sum of squares: about the number of features for two stretches of one voice. */
const differenceOf = (one: Cluster, other: Cluster): number =>
  (distanceOf(one, other) * one.weight * other.weight) / (one.weight + other.weight);

function distanceOf({ mean }: Cluster, other: Cluster): number {
  let squares = 0;
  for (let index = 0; index < mean.length; index++)
    squares += ((mean[index] as number) - (other.mean[index] as number)) ** 2;
  return squares;
}

function join(one: Cluster, other: Cluster): Cluster {
  const weight = one.weight + other.weight;
  const mean = one.mean.map(
    (value, index) => (value * one.weight + (other.mean[index] as number) * other.weight) / weight,
  );
  return { mean, weight };
}

/** How much better another voice must fit before the speaker changes: less readily within a stretch than in a pause. */
const changeCosts = { within: 60, inPause: 4 };

/** In spreads of a window, squared: frames vary more than their mean. */
const frameVariance = 8;

/** The most likely voice of each frame, by dynamic programming over the stretches. */
function assign(frames: Rows, stretches: readonly Span[], voices: readonly Cluster[]): Turn[] {
  let costs = voices.map(() => 0);
  const steps: { row: number; before: number[] }[] = [];
  for (const { from, to } of stretches) {
    for (let row = from; row < to; row++) {
      const features = featuresOf(frames, row);
      const change = row === from ? changeCosts.inPause : changeCosts.within;
      const best = costs.indexOf(Math.min(...costs));
      const before = costs.map((cost, voice) => (cost <= (costs[best] as number) + change ? voice : best));
      costs = voices.map(({ mean }, voice) => {
        const from = before[voice] as number;
        const cost = (costs[from] as number) + (from === voice ? 0 : change);
        if (!features) return cost;
        let squares = 0;
        for (const [index, value] of features.entries()) squares += (value - (mean[index] as number)) ** 2;
        return cost + squares / frameVariance;
      });
      steps.push({ row, before });
    }
  }
  let voice = costs.indexOf(Math.min(...costs));
  const turns: Turn[] = [];
  for (const { row, before } of steps.reverse()) {
    const last = turns.at(-1);
    const start = row * frameSeconds;
    if (last?.speaker === voice && last.start - start < 0.5) last.start = start;
    else turns.push({ start, end: start + frameSeconds, speaker: voice });
    voice = before[voice] as number;
  }
  return turns.reverse();
}

function numberByFirst(turns: readonly Turn[]): Turn[] {
  const order = [...new Set(turns.map(({ speaker }) => speaker))];
  return turns.map((turn) => ({ ...turn, speaker: order.indexOf(turn.speaker) }));
}
