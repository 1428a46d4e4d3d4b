import type { Speech } from "@/lib/api/client/speech";
import type { TtsRequest } from "@/lib/speech/schema";

/** `message` is in the reader's language; without one, there was no response at all. */
export type Failure = { message?: string; code?: string; requestId?: string };

/** One request of a press. Until it has a result it waits, runs or has failed. */
export type Take = {
  /** Its Idempotency-Key: sent again after a reload, it is charged once. */
  id: string;
  request: TtsRequest;
  priceId: string;
  base: string;
  /** Of its job, once that is known to run. */
  trackingId?: string;
  speech?: Speech;
  failure?: Failure;
};

/** What one press asked for: one request, the same text in several voices, or the parts of a long text. */
export type Run = { id: string; kind: "one" | "voices" | "parts"; startedAt: number; takes: Take[] };

/** As many as are at hand; the history has all. */
const mostKept = 8;

export const isPending = ({ speech, failure }: Take): boolean => !speech && !failure;

export const isRunning = (run: Run | undefined): boolean =>
  run?.takes.some(isPending) === true && !(run.kind === "parts" && run.takes.some(({ failure }) => failure));

/** What is shown as the result: the newest run that has one or will. Later ones that failed leave it. */
export const findShown = (runs: readonly Run[]): Run | undefined =>
  runs.find((run) => isRunning(run) || run.takes.some(({ speech }) => speech));

export const withRun = (runs: readonly Run[], run: Run): Run[] => [run, ...runs].slice(0, mostKept);

export const withTake = (runs: readonly Run[], runId: string, id: string, change: Partial<Take>): Run[] =>
  runs.map((run) =>
    run.id === runId
      ? { ...run, takes: run.takes.map((take) => (take.id === id ? { ...take, ...change } : take)) }
      : run,
  );

/** As text, since JSON has no integers of an amount's size. */
export const storeRuns = (runs: readonly Run[]): string =>
  JSON.stringify(runs, (_, value) => (typeof value === "bigint" ? `${value}` : value));

export function restoreRuns(text: string | undefined): Run[] {
  const runs: Run[] = text ? JSON.parse(text) : [];
  for (const take of runs.flatMap((run) => run.takes)) {
    if (take.speech) take.speech = { ...take.speech, chargeMilli: BigInt(take.speech.chargeMilli) };
  }
  return runs;
}
