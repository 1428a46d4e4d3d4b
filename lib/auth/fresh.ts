import "server-only";
import { clock, minutes } from "@/lib/clock";
import { Refusal } from "@/lib/errors";
import type { StepUpWay } from "@/lib/form";
import { findFactors } from "@/lib/sessions/second-factor";
import type { Viewer } from "@/lib/viewer";

/** How long a proof of who someone is counts as recent. */
export const freshMs = minutes(5);

export const isFresh = ({ freshAt }: Viewer): boolean => +freshAt > +clock.now() - freshMs;

/** Says in which ways the proof can be given. */
export class StepUpRequired extends Refusal {
  constructor(readonly ways: readonly StepUpWay[]) {
    super("STEP_UP_REQUIRED");
  }
}

/** Throws STEP_UP_REQUIRED unless the viewer proved within five minutes who they are. */
export async function requireFresh(viewer: Viewer): Promise<void> {
  if (!isFresh(viewer)) throw new StepUpRequired(await listStepUpWays(viewer));
}

/** Everyone has a password; who has an app or a passkey may use that instead. */
export async function listStepUpWays({ userId }: Viewer): Promise<readonly StepUpWay[]> {
  const { hasApp, hasPasskey } = await findFactors(userId);
  return ["password", ...(hasApp ? (["code"] as const) : []), ...(hasPasskey ? (["passkey"] as const) : [])];
}
