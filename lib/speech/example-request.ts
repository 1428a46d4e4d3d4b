import "server-only";
import { listVoices } from "@/lib/engines/catalogue";
import { env } from "@/lib/platform/env";
import type { TtsRequest } from "./schema";

/** The request of the quickstart: the demo recognizer understands a northern voice, and WAV can be sent back without FFmpeg. */
export function exampleRequest(text: string): { baseUrl: string; request: TtsRequest } {
  const voice = listVoices().find(({ region }) => region === "north");
  const [voiceId, modelId] = [voice?.voiceId ?? "", voice?.modelIds[0] ?? ""];
  return { baseUrl: env.url, request: { text, voiceId, modelId, audioFormat: "wav" } };
}
