import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { readVoiceMemory, sortVoices, voicesCookie } from "@/components/speech/playground/voice-memory";
import type { Member } from "@/lib/access/principals/member";
import { enginesReady, listModelsWithPrices, listVoices } from "@/lib/engines/catalogue";
import { listPreviewSparks } from "@/lib/speech/preview";

/** What a business can speak with, its voices in the order that the browser remembers. Without a model there is no page. */
export async function loadSpeaking({ businessId }: Member) {
  await enginesReady();
  const models = await listModelsWithPrices(businessId);
  const [first, ...others] = models.filter(({ kind }) => kind === "tts");
  if (!first) notFound();
  const memory = readVoiceMemory((await cookies()).get(voicesCookie)?.value);
  const voices = sortVoices(listVoices(), memory);
  return { catalogue: { voices, models: [first, ...others] as const }, memory, sparks: await listPreviewSparks() };
}
