"use client";

import { useState } from "react";
import { type VoiceMemory, voicesCookie, writeVoiceMemory } from "./voice-memory";

/** The voices that this browser prefers, as its cookie had them at first. */
export function useVoiceMemory(found: VoiceMemory) {
  const [memory, setMemory] = useState(found);
  const change = (next: VoiceMemory) => {
    setMemory(next);
    // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no cookie store yet
    document.cookie = `${voicesCookie}=${writeVoiceMemory(next)}; path=/console; max-age=31536000; samesite=lax`;
  };
  return {
    favorites: memory.favorites,
    toggle: (voiceId: string) =>
      change({
        ...memory,
        favorites: memory.favorites.includes(voiceId)
          ? memory.favorites.filter((id) => id !== voiceId)
          : [voiceId, ...memory.favorites],
      }),
    use: (voiceIds: readonly string[]) =>
      change({ ...memory, used: [...new Set([...voiceIds, ...memory.used])].slice(0, 3) }),
  };
}
