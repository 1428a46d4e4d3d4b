/** The permissions of a key. The names are the public contract's. */
export const scopes = ["tts:execute", "stt:execute", "webhooks:manage", "balance:read", "usage:read"] as const;

export type Scope = (typeof scopes)[number];

/** Those that make calls: a new key has them unless its form says otherwise. */
export const speechScopes = ["tts:execute", "stt:execute"] as const satisfies readonly Scope[];

/** The services that a key with these scopes can use. */
export const servicesOf = (own: readonly Scope[]): ("tts" | "stt")[] =>
  (["tts", "stt"] as const).filter((service) => own.includes(`${service}:execute`));

/** Those a new key can be given: a scope is offered once an operation of the API needs it. */
export const offeredScopes = [
  ...speechScopes,
  "webhooks:manage",
  "balance:read",
  "usage:read",
] as const satisfies readonly Scope[];
