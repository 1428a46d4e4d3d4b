import "server-only";
import type { KeyMode } from "@/lib/access/principals/mode";
import { findModel, findVoice, firstModel, listModels, listVoices } from "@/lib/engines/catalogue";
import type { Voice } from "@/lib/engines/provider";
import { env } from "@/lib/platform/env";

type Kind = Pick<Voice, "gender" | "region">;

/** The voices of OpenAI, ElevenLabs and FPT.AI, each with the kind of voice that replaces it. */
const voiceKinds: Record<string, Kind> = {
  alloy: { gender: "female", region: "north" },
  coral: { gender: "female", region: "north" },
  marin: { gender: "female", region: "north" },
  nova: { gender: "female", region: "south" },
  sage: { gender: "female", region: "south" },
  shimmer: { gender: "female", region: "south" },
  ash: { gender: "male", region: "north" },
  ballad: { gender: "male", region: "north" },
  echo: { gender: "male", region: "north" },
  verse: { gender: "male", region: "north" },
  cedar: { gender: "male", region: "south" },
  fable: { gender: "male", region: "south" },
  onyx: { gender: "male", region: "south" },
  "21m00Tcm4TlvDq8ikWAM": { gender: "female", region: "north" },
  EXAVITQu4vr4xnSDxMaL: { gender: "female", region: "south" },
  JBFqnCBsd6RMkjVDRZzb: { gender: "male", region: "north" },
  pNInz6obpgDQGcFmaJgB: { gender: "male", region: "south" },
  banmai: { gender: "female", region: "north" },
  thuminh: { gender: "female", region: "north" },
  leminh: { gender: "male", region: "north" },
  myan: { gender: "female", region: "central" },
  ngoclam: { gender: "female", region: "central" },
  giahuy: { gender: "male", region: "central" },
  lannhi: { gender: "female", region: "south" },
  linhsan: { gender: "female", region: "south" },
  minhquang: { gender: "male", region: "south" },
};

/** The codes of Vbee's voices begin with a place and a gender: `hn_female_ngochuyen_full_48k-fhg`. */
const vbeeVoice = /^(?:[a-z]_)?([a-z]+)_(female|male)_/;

const vbeeRegions: Record<string, Voice["region"]> = {
  hn: "north",
  hue: "central",
  dn: "central",
  sg: "south",
  hcm: "south",
};

function kindOf(voice: string): Kind | undefined {
  if (Object.hasOwn(voiceKinds, voice)) return voiceKinds[voice];
  // Deepgram's voices speak other languages, so none is nearer than another.
  if (/^aura-/.test(voice)) return { gender: "female", region: "north" };
  const [, place = "", gender] = vbeeVoice.exec(voice) ?? [];
  const region = vbeeRegions[place];
  return region ? { gender: gender as Voice["gender"], region } : undefined;
}

/** The models of OpenAI and ElevenLabs, in whose place the first model of the catalogue is used. */
const modelAliases = {
  tts: /^(tts-1(-hd)?(-\d{4})?|gpt-4o-mini-tts(-[\d-]+)?|eleven_\w+)$/,
  stt: /^(whisper-1|gpt-transcribe|gpt-4o(-mini)?-transcribe(-[\d-]+)?|scribe_v\w+)$/,
} as const;

const isAlias = (kind: "tts" | "stt", model: string) => modelAliases[kind].test(model);

/**
 * Our voice and model for what another vendor's client names; the model is undefined where that vendor has none.
 * Unknown names are returned as they are, to be rejected. For names of others a test key gets what it can use.
 */
export function chooseVoice(
  sent: string,
  model: string | undefined,
  mode?: KeyMode,
): { voiceId: string; modelId: string } {
  const voice = env.VANG_VOICE_NAMES.get(sent) ?? sent;
  const own = findVoice(voice);
  let modelId = model ?? "";
  if (model === undefined || isAlias("tts", model)) {
    const usable = listModels(mode).filter(
      ({ kind, modelId }) => kind === "tts" && (own?.modelIds.includes(modelId) ?? true),
    );
    // A voice that a test key cannot use is rejected for that.
    modelId = firstModel(usable)?.modelId ?? own?.modelIds[0] ?? "";
  }
  const kind = kindOf(voice);
  if (own || !kind) return { voiceId: voice, modelId };
  const voices = listVoices().filter(({ modelIds }) => modelIds.includes(modelId));
  const chosen =
    voices.find(({ gender, region }) => gender === kind.gender && region === kind.region) ??
    voices.find(({ gender }) => gender === kind.gender) ??
    voices[0];
  return { voiceId: chosen?.voiceId ?? voice, modelId };
}

/** The model for speech to text; undefined for the default one. */
export const chooseRecognizer = (model: string | undefined): string | undefined =>
  model === undefined || isAlias("stt", model) ? undefined : model;

/** The families of Deepgram's and OpenAI's live models, in whose place the default one is used. */
const liveModels = /^(nova|flux|enhanced|base|whisper|gpt-realtime|gpt-live|gpt-4o(-mini)?-(transcribe|realtime))(-|$)/;

export const chooseLiveRecognizer = (model: string | undefined): string | undefined =>
  model !== undefined && liveModels.test(model) ? undefined : chooseRecognizer(model);

export const hasSpeed = (modelId: string): boolean => findModel(modelId)?.config.speed !== undefined;

/** Whether our rules say how a text is read, and not the engine's own. */
export const isReadOurWay = (modelId: string): boolean => findModel(modelId)?.normalises !== true;
