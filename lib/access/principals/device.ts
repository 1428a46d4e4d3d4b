/** Where a request came from, as reported by the browser and the connection: for display, never for a decision. */
export type Device = { ip: string | null; userAgent: string | null };

/** A browser that someone signed in with before, by the fingerprint it would have with a person of this id. */
export type Browser = (userId: string) => string;
