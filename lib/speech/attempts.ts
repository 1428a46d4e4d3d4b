import "server-only";
import { minutes, seconds } from "@/lib/platform/clock";

/** The pauses before the attempts of what a worker does in the background; after the last one it has failed. */
export const pausesMs: readonly number[] = [
  ...[seconds(2), seconds(10), seconds(30), minutes(1)],
  ...Array<number>(8).fill(minutes(5)),
];

/** A lease that is not renewed for this long passes to another worker. */
export const leaseMs = seconds(60);

/** Works while `renew` extends its lease: its signal aborts when another worker has it, which `renew` says by false. */
export async function whileLeased(
  renew: () => Promise<boolean>,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const renewing = setInterval(() => {
    renew().then(
      (isOurs) => isOurs || stopping.abort(new Error("another worker has this step")),
      () => undefined,
    );
  }, leaseMs / 3);
  try {
    await work(stopping.signal);
  } finally {
    clearInterval(renewing);
  }
}
