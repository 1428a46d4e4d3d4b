/** Where a request came from, as the browser and the connection tell it: for people's eyes, never for a decision. */
export type Device = { ip: string | null; userAgent: string | null };

/** A browser that somebody signed in with before, by the fingerprint it would have with a person of this id. */
export type Browser = (userId: string) => string;
