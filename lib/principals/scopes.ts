/** The permissions of a key. The names are the public contract's. */
export const scopes = ["tts:execute", "stt:execute", "webhooks:manage", "balance:read"] as const;

export type Scope = (typeof scopes)[number];

/** Those a new key can be given: a scope is offered once an operation of the API needs it. */
export const offeredScopes = ["tts:execute", "stt:execute"] as const satisfies readonly Scope[];
