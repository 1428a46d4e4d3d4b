import { type Cluster, makeCluster, mergeClusters, windowFrames } from "./clusters";
import type { Rows } from "./network";
import { voiceDirections } from "./voices";

/** Who speaks from `start` to `end`, in seconds. Speakers are numbered from 0 in the order in which they begin. */
export type Turn = { start: number; end: number; speaker: number };

/**
 * Who spoke when, by the sound of voices as `measureVoice` has it: enough for eSpeak NG's voices, which vary little, and
 * not for people. `speakers`: how many there are, if known. Blocks its thread.
 */
export function diarize(frames: Rows, speakers?: number): Turn[] {
  const stretches = findStretches(frames);
  const sums = sumUp(frames);
  const pieces = stretches.flatMap((stretch) => cutAtChanges(sums, stretch));
  const voices = mergeClusters(
    pieces.flatMap((piece) => gather(sums, piece) ?? []),
    speakers,
  );
  if (voices.length === 0) return [];
  const first = assign(
    frames,
    stretches,
    voices.map(({ mean }) => mean),
  );
  const means = meansOf(frames, first, voices);
  const longest = longestTurns(first, voices.length);
  const lasting = means.filter((_, voice) => speakers !== undefined || (longest[voice] as number) >= shortestTurn);
  if (voices.length === 1 || lasting.length === 0) return numberByFirst(joinRows(first));
  return numberByFirst(joinRows(assign(frames, stretches, lasting)));
}

/** In seconds: a voice without such a turn is a syllable that sounds odd each time that it is said. */
const shortestTurn = 0.7;

function longestTurns(assigned: readonly Assigned[], voices: number): number[] {
  const longest = new Array<number>(voices).fill(0);
  for (const { start, end, speaker } of joinRows(assigned))
    longest[speaker] = Math.max(longest[speaker] as number, end - start);
  return longest;
}

type Span = { from: number; to: number };

const frameSeconds = 0.01;

/** In natural logarithms of the energy below what a tenth of the speech exceeds: a pause from about 30 dB below. */
const quieter = 7;

/** In frames: a shorter silence is the closure of a consonant, and a shorter sound is none of a voice. */
const [shortestPause, shortestSound] = [10, 8];

/** Where someone speaks. */
function findStretches({ count, width, data }: Rows): Span[] {
  const loudness = Float64Array.from({ length: count }, (_, row) => data[row * width] as number);
  const loudest = loudness.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const speech = loudness.filter((value) => value > loudest - 8).sort();
  const least = (speech[Math.floor(0.9 * speech.length)] as number) - quieter;
  const stretches: Span[] = [];
  for (const [row, value] of loudness.entries()) {
    if (!(value >= least)) continue;
    const last = stretches.at(-1);
    if (last && row - last.to < shortestPause) last.to = row + 1;
    else stretches.push({ from: row, to: row + 1 });
  }
  return stretches.filter(({ from, to }) => to - from >= shortestSound);
}

/** Sums over all rows before a row: of its frames with a pitch, and of their places in each direction. */
type Sums = { voiced: Uint32Array; places: Float64Array };

const isVoiced = ({ data, width }: Rows, row: number): boolean => !Number.isNaN(data[row * width + 1] as number);

function sumUp(frames: Rows): Sums {
  const voiced = new Uint32Array(frames.count + 1);
  const places = new Float64Array((frames.count + 1) * voiceDirections);
  for (let row = 0; row < frames.count; row++) {
    const adds = isVoiced(frames, row);
    voiced[row + 1] = (voiced[row] as number) + (adds ? 1 : 0);
    for (let index = 0; index < voiceDirections; index++) {
      const at = row * voiceDirections + index;
      const place = adds ? (frames.data[row * frames.width + 1 + index] as number) : 0;
      places[at + voiceDirections] = (places[at] as number) + place;
    }
  }
  return { voiced, places };
}

const sumBetween = ({ places }: Sums, { from, to }: Span, index: number): number =>
  (places[to * voiceDirections + index] as number) - (places[from * voiceDirections + index] as number);

const countVoiced = ({ voiced }: Sums, { from, to }: Span): number => (voiced[to] as number) - (voiced[from] as number);

/** How much better two pieces must fit than one, and in frames: between possible cuts, in a piece, and at most. */
const [cutCost, cutStep, leastVoiced, longestPiece] = [60, 5, 15, 1200];

/** A stretch in pieces, cut where the sound changes permanently: the pieces that fit best, by dynamic programming. */
function cutAtChanges(sums: Sums, { from, to }: Span): Span[] {
  const cuts = Array.from({ length: Math.ceil((to - from) / cutStep) }, (_, index) => from + index * cutStep);
  cuts.push(to);
  const best: { cost: number; before: number }[] = [{ cost: -cutCost, before: -1 }];
  for (let end = 1; end < cuts.length; end++) {
    let least = { cost: Number.POSITIVE_INFINITY, before: end - 1 };
    for (let before = end - 1; before >= 0 && end - before <= longestPiece / cutStep; before--) {
      const piece = { from: cuts[before] as number, to: cuts[end] as number };
      const voiced = countVoiced(sums, piece);
      if (voiced < leastVoiced && before > 0) continue;
      const cost = (best[before]?.cost ?? 0) + cutCost - fitOf(sums, piece, voiced);
      if (cost < least.cost) least = { cost, before };
    }
    best.push(least);
  }
  const pieces: Span[] = [];
  for (let end = cuts.length - 1; end > 0; ) {
    const before = best[end]?.before ?? 0;
    pieces.push({ from: cuts[before] as number, to: cuts[end] as number });
    end = before;
  }
  return pieces.reverse();
}

/** What the mean of a piece explains of its squares. */
function fitOf(sums: Sums, piece: Span, voiced: number): number {
  if (voiced === 0) return 0;
  let squares = 0;
  for (let index = 0; index < voiceDirections; index++) squares += sumBetween(sums, piece, index) ** 2;
  return squares / voiced / windowFrames;
}

/** A piece in windows of about 60 frames with a pitch; undefined for one that has hardly any. */
function gather(sums: Sums, piece: Span): Cluster | undefined {
  const voiced = countVoiced(sums, piece);
  if (voiced < 10) return undefined;
  const windows = Math.max(1, Math.round(voiced / 60));
  const ends = Array.from({ length: windows + 1 }, (_, window) => {
    const wanted = (sums.voiced[piece.from] as number) + Math.round((voiced * window) / windows);
    let row = piece.from;
    while ((sums.voiced[row] as number) < wanted) row++;
    return row;
  });
  return makeCluster(
    ends.slice(1).map((to, window) => {
      const span = { from: ends[window] as number, to };
      const count = countVoiced(sums, span);
      const mean = Float64Array.from({ length: voiceDirections }, (_, index) => sumBetween(sums, span, index) / count);
      return { mean, weight: count / windowFrames };
    }),
  );
}

/** How much better another voice must fit before the speaker changes: less readily within a stretch than in a pause. */
const changeCosts = { within: 40, inPause: 4 };

/** A row of a stretch, and the most likely voice that speaks in it. */
type Assigned = { row: number; voice: number };

/** The most likely voice of each row, by dynamic programming over the stretches. */
function assign(frames: Rows, stretches: readonly Span[], means: readonly Float64Array[]): Assigned[] {
  let costs = means.map(() => 0);
  const steps: { row: number; before: number[] }[] = [];
  for (const { from, to } of stretches) {
    for (let row = from; row < to; row++) {
      const change = row === from ? changeCosts.inPause : changeCosts.within;
      const best = costs.indexOf(Math.min(...costs));
      const most = (costs[best] as number) + change;
      const before = costs.map((cost, voice) => (cost <= most ? voice : best));
      costs = costs.map((cost, voice) => Math.min(cost, most) + misfit(frames, row, means[voice] as Float64Array));
      steps.push({ row, before });
    }
  }
  let voice = costs.indexOf(Math.min(...costs));
  const assigned: Assigned[] = [];
  for (const { row, before } of steps.reverse()) {
    assigned.push({ row, voice });
    voice = before[voice] as number;
  }
  return assigned.reverse();
}

function misfit(frames: Rows, row: number, mean: Float64Array): number {
  if (!isVoiced(frames, row)) return 0;
  let squares = 0;
  for (let index = 0; index < voiceDirections; index++)
    squares += ((frames.data[row * frames.width + 1 + index] as number) - (mean[index] as number)) ** 2;
  return squares / windowFrames;
}

/** The means of the voices over the rows that they were given; that of before for a voice that was given none. */
function meansOf(frames: Rows, assigned: readonly Assigned[], voices: readonly Cluster[]): Float64Array[] {
  return voices.map(({ mean }, index) => {
    const rows = assigned.filter(({ row, voice }) => voice === index && isVoiced(frames, row));
    if (rows.length === 0) return mean;
    const at = (row: number, direction: number) => frames.data[row * frames.width + 1 + direction] as number;
    return mean.map((_, direction) => rows.reduce((sum, { row }) => sum + at(row, direction), 0) / rows.length);
  });
}

/** In seconds: within a longer pause no one speaks, even if the same voice goes on. */
const longestPause = 0.7;

function joinRows(assigned: readonly Assigned[]): Turn[] {
  const turns: Turn[] = [];
  for (const { row, voice } of assigned) {
    const last = turns.at(-1);
    const start = row * frameSeconds;
    if (last?.speaker === voice && start - last.end < longestPause) last.end = start + frameSeconds;
    else turns.push({ start, end: start + frameSeconds, speaker: voice });
  }
  return turns;
}

function numberByFirst(turns: readonly Turn[]): Turn[] {
  const order = [...new Set(turns.map(({ speaker }) => speaker))];
  return turns.map((turn) => ({ ...turn, speaker: order.indexOf(turn.speaker) }));
}
