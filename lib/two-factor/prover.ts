import "server-only";
import type { Device } from "@/lib/device";
import { recordSignIn } from "@/lib/sign-in-log/record";
import type { SignInResult } from "@/lib/sign-in-log/schema";

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
