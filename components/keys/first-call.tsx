import { RequestCode } from "@/components/api/code/request-code";
import type { TtsRequest } from "@/lib/speech/schema";

/** A request that works as it is, once the key is in the environment. */
export type FirstCallExample = { baseUrl: string; request: TtsRequest };

export function FirstCall({ baseUrl, request }: FirstCallExample) {
  return <RequestCode request={{ url: `${baseUrl}/tts`, body: { json: request } }} />;
}
