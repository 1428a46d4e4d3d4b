/** Where live transcriptions are opened: our own wire, and those of Deepgram's and OpenAI's clients and of jambonz. */
export const livePath = "/stt/live";
export const deepgramPath = "/v1/listen";
export const realtimePath = "/v1/realtime";
export const jambonzPath = "/jambonz/stt";

export const isLivePath = (path: string): boolean => [livePath, deepgramPath, realtimePath, jambonzPath].includes(path);

/** Where texts come that are spoken while they come, from Deepgram's clients and ElevenLabs'. */
export const deepgramSpeechPath = "/v1/speak";
export const elevenLabsInputs = ["stream-input", "multi-stream-input"].map(
  (input) => `/v1/text-to-speech/{voiceId}/${input}`,
);

/** Whether a path is one of those at which the key can come in the first message. */
export const takesKeyInside = (path: string): boolean =>
  /^\/v1\/text-to-speech\/[^/]+\/(multi-)?stream-input$/.test(path);

export const isSocketPath = (path: string): boolean =>
  isLivePath(path) || path === deepgramSpeechPath || takesKeyInside(path);

/** The subprotocol of our own wire, and how a browser sends a token beside it. */
export const liveProtocol = "vang.live.v1";
export const tokenProtocol = "vang.token.";

/** The same in programs that were written for OpenAI. */
export const realtimeProtocol = "realtime";
export const realtimeTokenProtocol = "openai-insecure-api-key.";

/** The token among the subprotocols that a browser offers. */
export function tokenOf(offered: readonly string[]): string | undefined {
  for (const prefix of [tokenProtocol, realtimeTokenProtocol]) {
    const found = offered.find((one) => one.startsWith(prefix));
    if (found) return found.slice(prefix.length);
  }
  return undefined;
}

/** The subprotocols that a client offers (RFC 6455 section 11.3.4). */
export const protocolsOf = (header: string | undefined): string[] =>
  (header ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

/** Where Deepgram's clients transcribe, live or a file, and speak. */
export const isDeepgramPath = (path: string): boolean => path === deepgramPath || path === deepgramSpeechPath;
