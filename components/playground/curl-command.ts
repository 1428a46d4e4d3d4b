import type { TtsRequest } from "@/lib/speech/schema";

/** As one argument of a POSIX shell, whatever is in it. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a partner would type it. The key comes from their environment, so that it stays out of histories. */
export const curlCommand = (baseUrl: string, request: TtsRequest): string =>
  [
    `curl ${baseUrl}/tts`,
    `-H "X-Api-Key: $VANG_API_KEY"`,
    `-H "Content-Type: application/json"`,
    `-d ${quote(JSON.stringify(request, null, 2))}`,
  ].join(" \\\n  ");
