import "server-only";
import type { Device } from "@/lib/access/principals/device";
import { recordSignIn } from "@/lib/people/sign-in-log/record";
import type { SignInResult } from "@/lib/people/sign-in-log/schema";

/** Someone about to give a second proof: signed in, or known by a correct password. */
export type FactorUser = {
  readonly userId: string;
  readonly device: Device;
  /** The session they prove it in, if there is one. */
  readonly sessionId?: string;
};

export const recordProof = (
  { userId, device, sessionId }: FactorUser,
  result: SignInResult,
  method: "totp" | "recovery_code",
): Promise<void> => recordSignIn({ userId, device, sessionId, result, method });
