import { browserSupportsWebAuthn } from "@simplewebauthn/browser";
import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether this browser supports passkeys. Assumed until it is checked, because nearly all do. */
export const useWebAuthn = (): boolean => useSyncExternalStore(never, browserSupportsWebAuthn, () => true);
