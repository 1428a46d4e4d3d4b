import type { Candidate } from "./foreign-spelling";
import { distance, type Syllable } from "./phonemes";
import { pronunciationsOf } from "./pronounce";

/** A way to say a term that begins like others: what can come next, and the terms that end here. */
type Node = {
  next: Map<Place, Node>;
  terms: { term: string; parts: readonly number[]; isListed: boolean }[];
  /** By a syllable of the text: what can come next, and how far it is from it. */
  near: Map<Syllable, readonly { next: Node; far: number; isExact: boolean }[]>;
};
/** What may stand in one place of a term. */
type Place = { candidates: readonly Candidate[]; toneWeight: number; distances: Map<Syllable, number> };

/** The syllables of a text in order, each with the index of its word; `isFirst` where a word begins. */
export type SyllableStream = readonly {
  syllable: Syllable | undefined;
  word: number;
  isFirst: boolean;
  endsRun: boolean;
}[];
/** A term that sounds like a run of syllables. `parts`: for each syllable, the word of the term that it belongs to. */
export type SoundFit = { term: string; to: number; parts: readonly number[]; distance: number; isExact: boolean };

/** The greatest distance of one syllable, and on average by the number of syllables: long terms are recognized in spite of more errors. */
const farthestSyllable = 4.5;
const farthestAverage = [0, 0.6, 1.5, 1.8, 2, 2.2] as const;
const letterWeight = 3;
const averageOf = (syllables: number): number => farthestAverage[syllables] ?? 2.2;

/** All ways to say some terms, to look them up in a text in time that hardly depends on their number. */
export class SoundIndex {
  private readonly root = emptyNode();

  constructor(terms: readonly string[]) {
    const places = new Map<string, Place>();
    const placeOf = (candidates: readonly Candidate[], toneWeight: number): Place => {
      const key = `${toneWeight}${candidates.map(({ syllable: { onset, rhyme, tone }, cost, isLetter }) => ` ${onset} ${rhyme} ${tone} ${cost} ${isLetter}`).join()}`;
      const known = places.get(key) ?? { candidates, toneWeight, distances: new Map() };
      places.set(key, known);
      return known;
    };
    for (const term of terms)
      for (const { places: said, toneWeight, isListed } of pronunciationsOf(term)) {
        let node = this.root;
        for (const { candidates } of said) {
          const place = placeOf(candidates, toneWeight);
          const next = node.next.get(place) ?? emptyNode();
          node.next.set(place, next);
          node = next;
        }
        node.terms.push({ term, parts: said.map(({ word }) => word), isListed });
      }
  }

  /** The terms that the syllables from `from` on sound like; they end where a word ends. */
  fits(stream: SyllableStream, from: number): SoundFit[] {
    const fits: SoundFit[] = [];
    const walk = (node: Node, at: number, total: number, isExact: boolean): void => {
      for (const { term, parts, isListed } of node.terms)
        if (stream[at]?.isFirst !== false && total <= averageOf(at - from) * (at - from))
          fits.push({ term, to: at, parts, distance: total, isExact: isExact && isListed });
      const here = stream[at];
      if (!here?.syllable || (at > from && stream[at - 1]?.endsRun)) return;
      for (const { next, far, isExact: isSame } of nearest(node, here.syllable))
        if (total + far <= 2.2 * (at - from + 2)) walk(next, at + 1, total + far, isExact && isSame);
    };
    walk(this.root, from, 0, true);
    return fits;
  }
}

const emptyNode = (): Node => ({ next: new Map(), terms: [], near: new Map() });

function nearest(node: Node, syllable: Syllable) {
  let near = node.near.get(syllable);
  if (!near) {
    near = [...node.next]
      .map(([place, next]) => {
        const far = distanceAt(place, syllable);
        return { next, far, isExact: far === 0 };
      })
      .filter(({ far }) => far <= farthestSyllable);
    node.near.set(syllable, near);
  }
  return near;
}

function distanceAt({ candidates, toneWeight, distances }: Place, syllable: Syllable): number {
  let least = distances.get(syllable);
  if (least === undefined) {
    least = 99;
    for (const one of candidates) {
      const far = distance(one.syllable, syllable, toneWeight);
      least = Math.min(least, one.cost + far * (one.isLetter ? letterWeight : 1));
    }
    distances.set(syllable, least);
  }
  return least;
}
