import "server-only";
import type { Head } from "./anchor";
import { commitmentOf, type Details } from "./details";
import { digestOf, type Link } from "./record";

/**
 * `changed`: a link was edited, or not written by us. `order`: links were removed, inserted or moved. `head`: the end
 * differs from the head. `anchor`: a link stored outside the database is missing or different. `file`: such a file was
 * not written by us. `details`: an entry's details were changed.
 */
export type Break = {
  where: string;
  sequence: bigint | null;
  problem: "changed" | "order" | "head" | "anchor" | "file" | "details";
};

export type StoredLink = Omit<Link, "sequence"> & {
  sequence: string;
  previous: string;
  digest: string;
  details?: Details | null;
};

type Place = { businessId: string; sequence: bigint; digest: string };

const nowhere: Place = { businessId: "", sequence: 0n, digest: "" };

/** Follows every chain from its first link to its last, given in order, and records each break. */
export class ChainWalk {
  readonly breaks: Break[] = [];
  links = 0;
  chains = 0;
  private last = nowhere;
  private readonly heads: Map<string, Head>;
  private readonly anchors = new Map<string, Set<string>>();

  constructor(heads: readonly Head[], anchors: readonly Head[]) {
    this.heads = new Map(heads.filter(({ sequence }) => sequence !== "0").map((head) => [head.businessId, head]));
    for (const { businessId, sequence, digest } of anchors.filter(({ sequence }) => sequence !== "0")) {
      const place = `${businessId} ${sequence}`;
      this.anchors.set(place, (this.anchors.get(place) ?? new Set()).add(digest));
    }
  }

  step(stored: StoredLink): void {
    if (stored.businessId !== this.last.businessId) this.begin(stored.businessId);
    const { businessId, digest, previous } = stored;
    const sequence = BigInt(stored.sequence);
    this.links += 1;
    if (sequence !== this.last.sequence + 1n) this.note("order", businessId, sequence);
    else if (previous !== this.last.digest) this.note("changed", businessId, sequence);
    else if (digestOf({ ...stored, sequence }, previous) !== digest) this.note("changed", businessId, sequence);
    if (stored.details && commitmentOf(stored.details) !== stored.commitment)
      this.note("details", businessId, sequence);
    this.meetAnchors(businessId, sequence, digest);
    this.last = { businessId, sequence, digest };
  }

  /** After the last link: the expected links that are missing. */
  end(): void {
    this.begin("");
    for (const { businessId, sequence } of this.heads.values()) this.note("head", businessId, BigInt(sequence));
    for (const place of this.anchors.keys()) {
      const [businessId = "", sequence = ""] = place.split(" ");
      this.note("anchor", businessId, BigInt(sequence));
    }
  }

  private begin(businessId: string): void {
    const { last } = this;
    if (last.businessId) {
      const head = this.heads.get(last.businessId);
      this.heads.delete(last.businessId);
      const isEnd = head?.sequence === String(last.sequence) && head.digest === last.digest;
      if (!isEnd) this.note("head", last.businessId, last.sequence);
      this.chains += 1;
    }
    this.last = { ...nowhere, businessId };
  }

  private meetAnchors(businessId: string, sequence: bigint, digest: string): void {
    const place = `${businessId} ${sequence}`;
    const kept = this.anchors.get(place);
    if (!kept) return;
    this.anchors.delete(place);
    if (kept.size > 1 || !kept.has(digest)) this.note("anchor", businessId, sequence);
  }

  private note(problem: Break["problem"], where: string, sequence: bigint): void {
    this.breaks.push({ where, sequence, problem });
  }
}
