import type { Voice } from "@/lib/engines/provider";
import type { Discovery, OpenAiTtsModel } from "./schema";

/** A voice in our catalogue, with its upstream name. */
export type OfferedVoice = { voice: Voice; upstreamVoice: string };

export type FoundVoice = { id: string; name: string; gender?: Voice["gender"]; languageCode?: string };

export function listedVoices({ modelId, voices }: OpenAiTtsModel): OfferedVoice[] {
  if (!Array.isArray(voices)) return [];
  return voices.map(({ upstreamVoice, ...voice }) => ({
    voice: { ...voice, modelIds: [modelId] },
    upstreamVoice: upstreamVoice ?? voice.voiceId,
  }));
}

/** Gives discovered voices our own ids, the same each time. Of two voices with the same id the first is kept. */
export function applyVoices(
  engineId: string,
  modelId: string,
  found: readonly FoundVoice[],
  { startsWith, ...usual }: Discovery,
): OfferedVoice[] {
  const offered = new Map<string, OfferedVoice>();
  for (const { id, name, gender = usual.gender, languageCode = usual.languageCode } of found) {
    const voiceId = `${engineId}-${slug(id)}`;
    if (!id.startsWith(startsWith) || offered.has(voiceId)) continue;
    const kind = { gender, region: usual.region, languageCode, styles: ["neutral"] };
    offered.set(voiceId, { voice: { voiceId, name, ...kind, modelIds: [modelId] }, upstreamVoice: id });
  }
  return [...offered.values()];
}

const slug = (text: string): string =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll("đ", "d")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** Merges a voice that several models have into one entry. */
export function mergeVoices(offered: readonly OfferedVoice[]): Voice[] {
  const merged = new Map<string, Voice>();
  for (const { voice } of offered) {
    const known = merged.get(voice.voiceId) ?? { ...voice, modelIds: [] };
    merged.set(voice.voiceId, { ...known, modelIds: [...known.modelIds, ...voice.modelIds] });
  }
  return [...merged.values()];
}
