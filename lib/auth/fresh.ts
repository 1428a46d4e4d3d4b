import "server-only";
import type { Viewer } from "@/lib/account/viewer";
import { clock, minutes } from "@/lib/clock";
import { Refusal } from "@/lib/errors";

/** How long a proof of who someone is counts as recent. */
export const freshMs = minutes(5);

export const isFresh = ({ freshAt }: Viewer): boolean => +freshAt > +clock.now() - freshMs;

/** Throws STEP_UP_REQUIRED unless the viewer proved within five minutes who they are. */
export function requireFresh(viewer: Viewer): void {
  if (!isFresh(viewer)) throw new Refusal("STEP_UP_REQUIRED");
}
