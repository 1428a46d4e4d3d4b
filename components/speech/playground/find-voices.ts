import { fold } from "@/lib/platform/i18n/fold";
import type { VoiceRecord } from "@/lib/speech/schema";

/** `region` and `gender` are empty for any. */
export type VoiceFilter = { query: string; region: string; gender: string };

export const anyVoice: VoiceFilter = { query: "", region: "", gender: "" };

export const findVoices = (voices: readonly VoiceRecord[], { query, region, gender }: VoiceFilter): VoiceRecord[] =>
  voices.filter(
    (voice) =>
      (!region || voice.region === region) &&
      (!gender || voice.gender === gender) &&
      fold(voice.name).includes(fold(query)),
  );
