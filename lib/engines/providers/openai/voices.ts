import type { Discovery, OpenAiTtsModel } from "@/lib/engines/config/schema";
import type { Voice } from "@/lib/engines/provider";

/** A voice we offer, and what its engine calls it. */
export type OfferedVoice = { voice: Voice; upstreamVoice: string };

/** What an engine says of a voice of its own. */
export type FoundVoice = { id: string; name: string; gender?: Voice["gender"]; languageCode?: string };

/** The voices that the configuration lists; none for a model whose voices are to be discovered. */
export function listedVoices({ modelId, voices }: OpenAiTtsModel): OfferedVoice[] {
  if (!Array.isArray(voices)) return [];
  return voices.map(({ upstreamVoice, ...voice }) => ({
    voice: { ...voice, modelIds: [modelId] },
    upstreamVoice: upstreamVoice ?? voice.voiceId,
  }));
}

/** Discovered voices under ids of ours, the same for the same voice for ever. Of two with one id the first stays. */
export function adoptVoices(
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

/** A voice that several models have, once, with all of them. */
export function mergeVoices(offered: readonly OfferedVoice[]): Voice[] {
  const merged = new Map<string, Voice>();
  for (const { voice } of offered) {
    const known = merged.get(voice.voiceId) ?? { ...voice, modelIds: [] };
    merged.set(voice.voiceId, { ...known, modelIds: [...known.modelIds, ...voice.modelIds] });
  }
  return [...merged.values()];
}
