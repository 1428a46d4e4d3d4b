import "server-only";
import { env } from "@/lib/env";
import { listVoices } from "./catalogue";
import type { TtsRequest } from "./schema";

/** A call for whoever makes their first one: a southern voice says the text. */
export function firstCall(text: string): { baseUrl: string; request: TtsRequest } {
  const voice = listVoices().find(({ region }) => region === "south");
  const [voiceId, modelId] = [voice?.voiceId ?? "", voice?.modelIds[0] ?? ""];
  return { baseUrl: env.url, request: { text, voiceId, modelId, audioFormat: "mp3" } };
}
