import "server-only";
import { recordSignIn } from "@/lib/activity/record";
import type { SignInResult } from "@/lib/activity/schema";
import type { Device } from "@/lib/device";

/** Someone about to prove a second time who they are: signed in, or known by a right password. */
export type Prover = {
  readonly userId: string;
  readonly device: Device;
  /** The session they prove it in, when there is one. */
  readonly sessionId?: string;
};

export const recordProof = (
  { userId, device, sessionId }: Prover,
  result: SignInResult,
  method: "totp" | "recovery_code",
): Promise<void> => recordSignIn({ userId, device, sessionId, result, method });
