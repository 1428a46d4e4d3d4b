import { ProviderError } from "@/lib/engines/provider";
import { stopped } from "@/lib/engines/until-aborted";

type Limits = {
  /** Maximum running at once. */
  places: number;
  /** Maximum running at once for one owner. */
  mostEach: number;
  mostWaiting: number;
  /** Maximum waiting time; undefined means until the signal aborts. */
  longestWaitMs?: number;
};

type Turn = {
  /** The business whose share it uses, or `group/member`: the members of a group divide the share of one business. */
  owner: string;
  signal: AbortSignal;
  /** Runs before its owner's other work and is never rejected: it continues work that has already started. */
  isUrgent?: boolean;
};

type Waiting = { owner: string; isUrgent: boolean; begin: () => void; reject: (error: ProviderError) => void };

/** How many owners' last turns are remembered. */
const mostRemembered = 1000;

const groupOf = (owner: string): string => owner.split("/", 1)[0] ?? owner;

/** The names under which an owner's places are counted. */
const namesOf = (owner: string): string[] => [...new Set([groupOf(owner), owner])];

/**
 * The next place goes to the owner with the fewest, and no owner can keep others out by filling the queue. The same
 * holds among the members of a group, of which none has all places of the group if it has several.
 */
export class FairTurns {
  readonly #limits: Limits;
  readonly #waiting = new Set<Waiting>();
  readonly #running = new Map<string, number>();
  /** When owners last had a turn that they waited for, the latest last. */
  readonly #served = new Map<string, number>();
  #count = 0;
  #turns = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Throws ProviderError: `busy` when too many wait or it waited too long, `timeout` when the signal aborts first. */
  async run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    if (turn.signal.aborted) throw stopped(turn.signal);
    await this.#enter(turn);
    try {
      return await work();
    } finally {
      this.#leave(turn.owner);
    }
  }

  get running(): number {
    return this.#count;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  #of = (name: string): number => this.#running.get(name) ?? 0;

  #mayRunMore(owner: string): boolean {
    const { mostEach } = this.#limits;
    const group = groupOf(owner);
    return this.#of(group) < mostEach && (owner === group || this.#of(owner) < Math.max(1, mostEach - 1));
  }

  #enter({ owner, signal, isUrgent = false }: Turn): Promise<void> | void {
    const { places, longestWaitMs } = this.#limits;
    if (this.#count < places && this.#mayRunMore(owner)) return this.#take(owner);
    return new Promise((resolve, fail) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        this.#waiting.delete(waiting);
      };
      const begin = () => {
        end();
        this.#take(owner);
        resolve();
      };
      const reject = (error: ProviderError) => {
        end();
        fail(error);
      };
      const waiting = { owner, isUrgent, begin, reject };
      const abort = () => reject(stopped(signal));
      const giveUp = () => reject(tooMany());
      const timer = isUrgent || longestWaitMs === undefined ? undefined : setTimeout(giveUp, longestWaitMs);
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.add(waiting);
      this.#findOverflow(waiting)?.reject(tooMany());
    });
  }

  /**
   * The last waiter of the group with the most, and there of the member with the most, if it has at least two more than
   * the newcomer's; else the newcomer.
   */
  #findOverflow(newcomer: Waiting): Waiting | undefined {
    if (newcomer.isUrgent || this.#waiting.size <= this.#limits.mostWaiting) return undefined;
    const waiting = [...this.#waiting].slice(0, -1);
    const ownGroup = groupOf(newcomer.owner);
    const groups = waiting.map(({ owner }) => groupOf(owner));
    const group = findLongest(groups, { unless: ownGroup, lead: 2 });
    const members = waiting.flatMap(({ owner }) => (groupOf(owner) === group ? [owner] : []));
    const owner =
      group === ownGroup
        ? findLongest(members, { unless: newcomer.owner, lead: 2 })
        : findLongest(members, { unless: members.at(-1) ?? group, lead: 1 });
    if (owner === newcomer.owner) return newcomer;
    return waiting.findLast((each) => each.owner === owner && !each.isUrgent) ?? newcomer;
  }

  #take(owner: string): void {
    this.#count++;
    for (const name of namesOf(owner)) this.#running.set(name, this.#of(name) + 1);
  }

  #leave(owner: string): void {
    this.#count--;
    for (const name of namesOf(owner)) {
      const left = this.#of(name) - 1;
      if (left > 0) this.#running.set(name, left);
      else this.#running.delete(name);
    }
    while (this.#count < this.#limits.places) {
      const next = this.#findNext();
      if (!next) return;
      this.#remember(next.owner);
      next.begin();
    }
  }

  /** Among those with equally few, the one whose last turn is longest ago: first of the groups, then of the members. */
  #findNext(): Waiting | undefined {
    const goesBefore = (one: Waiting, other: Waiting) => {
      for (const nameOf of [groupOf, (owner: string) => owner]) {
        const [name, otherName] = [nameOf(one.owner), nameOf(other.owner)];
        if (name === otherName) continue;
        const fewer = this.#of(name) - this.#of(otherName);
        return fewer < 0 || (fewer === 0 && this.#servedAt(name) < this.#servedAt(otherName));
      }
      return one.isUrgent && !other.isUrgent;
    };
    let best: Waiting | undefined;
    for (const each of this.#waiting) {
      if (this.#mayRunMore(each.owner) && (!best || goesBefore(each, best))) best = each;
    }
    return best;
  }

  #servedAt = (name: string): number => this.#served.get(name) ?? 0;

  #remember(owner: string): void {
    this.#turns++;
    for (const name of namesOf(owner)) {
      this.#served.delete(name);
      this.#served.set(name, this.#turns);
      const [oldest] = this.#served.keys();
      if (this.#served.size > mostRemembered && oldest !== undefined) this.#served.delete(oldest);
    }
  }
}

/** The name that occurs most, if it occurs at least `lead` times more than the name `unless`; else that one. */
function findLongest(names: readonly string[], { unless, lead }: { unless: string; lead: number }): string {
  const counts = new Map([[unless, 0]]);
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const longest = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
  return longest[1] < (counts.get(unless) ?? 0) + lead ? unless : longest[0];
}

const tooMany = () => new ProviderError("busy", "Too many jobs wait.");
