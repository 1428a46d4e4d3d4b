import { clock, minutes } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";

/** How long a proof of identity counts as recent. */
export const freshMs = minutes(5);

/** Someone signed in, with the time of their latest proof of identity in this session. */
type Proven = { readonly freshAt: Date };

export const isFresh = ({ freshAt }: Proven): boolean => +freshAt > +clock.now() - freshMs;

/** Throws STEP_UP_REQUIRED, for a service that learns only from the data whether a change needs a recent proof. */
export function requireRecentProof(proven: Proven): void {
  if (!isFresh(proven)) throw new AppError("STEP_UP_REQUIRED");
}
