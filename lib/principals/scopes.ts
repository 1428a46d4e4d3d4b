/** What a key may be allowed to do. The names are the service contract's. */
export const scopes = ["tts:execute", "stt:execute"] as const;

export type Scope = (typeof scopes)[number];

/** The services a new key may be given: those this release answers. */
export const offeredScopes = ["tts:execute", "stt:execute"] as const satisfies readonly Scope[];
