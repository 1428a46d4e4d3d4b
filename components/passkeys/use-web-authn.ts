import { browserSupportsWebAuthn } from "@simplewebauthn/browser";
import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether this browser knows passkeys. Until it is asked, it is taken to: nearly all do. */
export const useWebAuthn = (): boolean => useSyncExternalStore(never, browserSupportsWebAuthn, () => true);
