/** Where live transcriptions are opened: our own wire, and that of Deepgram's clients. */
export const livePath = "/stt/live";
export const deepgramPath = "/v1/listen";

export const isLivePath = (path: string): boolean => path === livePath || path === deepgramPath;

/** The subprotocol of our own wire, and how a browser sends a token beside it. */
export const liveProtocol = "vang.live.v1";
export const tokenProtocol = "vang.token.";

/** The subprotocols that a client offers (RFC 6455 section 11.3.4). */
export const protocolsOf = (header: string | undefined): string[] =>
  (header ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

/** Where Deepgram's clients transcribe, live or a file, and speak. */
export const isDeepgramPath = (path: string): boolean => path === deepgramPath || path === "/v1/speak";
