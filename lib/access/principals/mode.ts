/** What a key is for, and what it did: a test key speaks with the embedded voices, and costs nothing. */
export const keyModes = ["live", "test"] as const;

export type KeyMode = (typeof keyModes)[number];
