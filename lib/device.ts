/** Where a request came from, as the browser and the connection tell it: for people's eyes, never for a decision. */
export type Device = { ip: string | null; userAgent: string | null };
