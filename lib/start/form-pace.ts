type Pace = {
  perMinute: number;
  /** So many may come at once after a pause. */
  burst: number;
  /** Who would have to wait for longer is not counted. */
  patienceMs: number;
};

const mostRemembered = 10_000;

/** Spreads what comes over time, one sender apart from the other. */
export function openPace({ perMinute, burst, patienceMs }: Pace, now = () => performance.now()) {
  const eachMs = 60_000 / perMinute;
  /** Until when the places of a sender are taken (GCRA's theoretical arrival time). */
  const takenUntil = new Map<string, number>();

  function forgetIdle(at: number) {
    for (const [by, until] of takenUntil) if (until <= at) takenUntil.delete(by);
    if (takenUntil.size >= mostRemembered) takenUntil.clear();
  }

  return {
    /** How long until it is this one's turn; beyond `patienceMs` it gets none. */
    take(by: string): number {
      const at = now();
      const from = Math.max(at, takenUntil.get(by) ?? at);
      const waitMs = Math.max(0, from - at - (burst - 1) * eachMs);
      if (waitMs > patienceMs) return waitMs;
      if (takenUntil.size >= mostRemembered) forgetIdle(at);
      takenUntil.set(by, from + eachMs);
      return waitMs;
    },
  };
}
