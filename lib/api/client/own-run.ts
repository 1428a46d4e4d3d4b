import type { Refused } from "@/lib/api/client/speech";
import type { Problem } from "@/lib/api/problem";
import type { FoundRun } from "@/lib/speech/idempotency/find-run";

/** What became of a run, with the API's error of one that failed. */
export type OwnRun =
  | Exclude<FoundRun, { status: "failed" }>
  | { status: "failed"; trackingId: string; problem: Problem };

export type EndedRun = Extract<OwnRun, { status: "completed" | "failed" }>;

/** A run as the page that began it knows it; `id` is its Idempotency-Key. */
export type KnownRun = { service: "tts" | "stt"; id: string; trackingId?: string };

/** Asks the console, and not the API: no limit counts it, and no error is recorded. Throws without a response. */
export async function findOwnRun(business: string, { service, id, trackingId }: KnownRun): Promise<OwnRun> {
  const query = new URLSearchParams({ service, ...(trackingId && { trackingId }) });
  const answer = await fetch(`/api/console/${business}/runs/${id}?${query}`);
  if (!answer.ok) throw new Error(`run: status ${answer.status}`);
  return answer.json();
}

/** Gives a run of speech up: its engine stops once the stream is closed. Throws without a response. */
export async function giveUpOwnRun(business: string, id: string): Promise<void> {
  const answer = await fetch(`/api/console/${business}/runs/${id}?service=tts`, { method: "DELETE" });
  if (!answer.ok) throw new Error(`run: status ${answer.status}`);
}

const pause = () => new Promise<void>((again) => setTimeout(again, 1000));

/** For a quarter of an hour: no job takes longer. */
const mostLookups = 900;

type Following = {
  /** How often a run may be missing in a row. A failed one is, until it is recorded. */
  mostMissing?: number;
  onRunning?: (trackingId: string) => void;
  signal?: AbortSignal;
};

/** Waits until a run has ended. Null where none is found, the console does not answer, or `signal` ends it. */
export async function followRun(
  business: string,
  run: KnownRun,
  { mostMissing = 0, onRunning, signal }: Following = {},
): Promise<EndedRun | null> {
  let { trackingId } = run;
  let missing = 0;
  for (let lookups = 0; lookups < mostLookups && !signal?.aborted; lookups++) {
    const found = await findOwnRun(business, { ...run, trackingId }).catch(() => null);
    if (signal?.aborted) return null;
    if (found?.status === "completed" || found?.status === "failed") return found;
    if (found?.status === "running") {
      missing = 0;
      if (found.trackingId !== trackingId) onRunning?.(found.trackingId);
      trackingId = found.trackingId;
    } else if (++missing > Math.max(mostMissing, trackingId ? 5 : 0)) return null;
    await pause();
  }
  return null;
}

type Done<Response> = Pick<Extract<OwnRun, { status: "completed" }>, "resultCode" | "engine"> & {
  status: "done";
  response: Response;
  chargeMilli: bigint;
};

/**
 * The response of an ended run, from the region that ran it, or its error. A job is recorded a moment after it has
 * ended, so it is looked up again for a while. Throws when the network fails.
 */
export async function fetchEnded<Response>(
  { service }: KnownRun,
  ended: EndedRun,
  { secret, base }: { secret: string; base: string },
): Promise<Done<Response> | Refused> {
  if (ended.status === "failed") return { status: "refused", problem: ended.problem };
  const url = `${base}/${service}/jobs?${new URLSearchParams({ id: ended.trackingId })}`;
  for (let tries = 1; ; tries++) {
    const answer = await fetch(url, { headers: { "x-api-key": secret } });
    const body = await answer.json();
    if (answer.ok) return { ...ended, status: "done", response: body, chargeMilli: BigInt(ended.chargeMilli) };
    if (body.code !== "RESULT_NOT_FOUND" || tries === 20) return { status: "refused", problem: body };
    await pause();
  }
}
