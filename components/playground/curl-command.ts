import type { TtsRequest } from "@/lib/speech/schema";

/** Quotes any text as one argument of a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a command. The key comes from the environment, so that it stays out of shell histories. */
export const curlCommand = (baseUrl: string, request: TtsRequest): string =>
  [
    `curl ${baseUrl}/tts`,
    `-H "X-Api-Key: $VANG_API_KEY"`,
    `-H "Content-Type: application/json"`,
    `-d ${quote(JSON.stringify(request, null, 2))}`,
  ].join(" \\\n  ");
