import type { TraceStep } from "@/lib/speech/trace/steps";

/** Steps that follow each other closely, on one scale of time. */
export type Stretch = { start: Date; end: Date; steps: TraceStep[] };

/** How long a step took, in milliseconds; 0 for a moment. */
export function durationOf(step: TraceStep): number {
  if (step.kind === "engine") return step.processingTimeMs;
  return step.kind === "attempt" ? step.durationMs : 0;
}

/** A step's time is that of its end for the engine, and of its beginning for an attempt. */
export const startOf = (step: TraceStep): Date =>
  step.kind === "engine" ? new Date(+step.at - step.processingTimeMs) : step.at;

/** A pause this many times longer than what went before it, and two seconds at least, begins a new scale. */
const longPause = { times: 5, leastMs: 2000 };

/** Cuts a trace where nothing happens for long, so that a retry after an hour leaves the milliseconds before it visible. */
export function cutAtPauses(steps: readonly TraceStep[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const step of steps) {
    const start = startOf(step);
    const end = new Date(+start + durationOf(step));
    const last = stretches.at(-1);
    const pauseMs = last ? +start - +last.end : 0;
    if (!last || pauseMs > Math.max(longPause.leastMs, longPause.times * (+last.end - +last.start))) {
      stretches.push({ start, end, steps: [step] });
      continue;
    }
    last.steps.push(step);
    if (end > last.end) last.end = end;
  }
  return stretches;
}
