/** The APIs by which a job can be asked for: our own, those of other vendors that we serve too, and the console's. */
export const apis = ["vang", "openai", "elevenlabs", "deepgram", "fpt", "vbee", "jambonz", "mcp", "console"] as const;

export type Api = (typeof apis)[number];
