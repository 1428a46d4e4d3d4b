import "server-only";
import { isFresh } from "@/lib/access/principals/fresh";
import type { Viewer } from "@/lib/access/principals/viewer";
import { findFactors } from "@/lib/access/sessions/second-factor";
import { AppError } from "@/lib/platform/errors";
import type { StepUpWay } from "@/lib/platform/form";

/** Lists the ways in which the proof can be given. */
export class StepUpRequired extends AppError {
  constructor(readonly ways: readonly StepUpWay[]) {
    super("STEP_UP_REQUIRED");
  }
}

/** Throws STEP_UP_REQUIRED unless the viewer proved their identity within five minutes. */
export async function requireFresh(viewer: Viewer): Promise<void> {
  if (!isFresh(viewer)) throw new StepUpRequired(await listStepUpWays(viewer));
}

/** Adds to a service's STEP_UP_REQUIRED the ways in which the proof can be given. */
export async function withStepUpWays<Data>(viewer: Viewer, work: Promise<Data>): Promise<Data> {
  try {
    return await work;
  } catch (error) {
    const asks = error instanceof AppError && error.code === "STEP_UP_REQUIRED";
    throw asks ? new StepUpRequired(await listStepUpWays(viewer)) : error;
  }
}

/** The ways, the best first. With a second factor the password is none: someone with a stolen session may know it. */
export async function listStepUpWays({ userId, hasSecondFactor }: Viewer): Promise<readonly StepUpWay[]> {
  if (!hasSecondFactor) return ["password"];
  const { hasApp, hasPasskey } = await findFactors(userId);
  return [...(hasPasskey ? (["passkey"] as const) : []), ...(hasApp ? (["code"] as const) : []), "recoveryCode"];
}
