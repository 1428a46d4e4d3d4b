import { WebAuthnError, type WebAuthnErrorCode } from "@simplewebauthn/browser";

const problems = {
  ERROR_INVALID_DOMAIN: "wrongAddress",
  ERROR_INVALID_RP_ID: "wrongAddress",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "already",
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: "deviceUnable",
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: "deviceUnable",
} as const satisfies Partial<Record<WebAuthnErrorCode, string>>;

type DeviceProblem = (typeof problems)[keyof typeof problems] | "failed";

/** Why a device failed, as a key under `passkeys`; null if canceled or too late, which browsers report alike. */
export function findProblem(error: unknown): DeviceProblem | null {
  const { name, cause } = error as Error;
  const names = [name, cause instanceof Error ? cause.name : ""];
  if (names.includes("NotAllowedError") || names.includes("AbortError")) return null;
  const known: Partial<Record<string, DeviceProblem>> = problems;
  return (error instanceof WebAuthnError && known[error.code]) || "failed";
}
