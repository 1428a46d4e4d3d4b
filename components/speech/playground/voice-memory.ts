/** The cookie with the voices that this browser prefers; the server orders the list by it, so nothing moves. */
export const voicesCookie = "vang.voices";

/** Ids of favorite voices, and of those used last, the latest first. */
export type VoiceMemory = { favorites: readonly string[]; used: readonly string[] };

const mostRemembered = 12;

const isId = (text: string): boolean => /^[\w.:-]{1,64}$/.test(text);

export function readVoiceMemory(cookie: string | undefined): VoiceMemory {
  const [favorites = [], used = []] = (cookie ?? "").split("~").map((ids) => ids.split("!").filter(isId));
  return { favorites, used };
}

export const writeVoiceMemory = ({ favorites, used }: VoiceMemory): string =>
  [favorites, used].map((ids) => ids.filter(isId).slice(0, mostRemembered).join("!")).join("~");

/** Favorites first, then what was used last, then the rest in their own order. */
export function sortVoices<Voice extends { voiceId: string }>(voices: readonly Voice[], memory: VoiceMemory): Voice[] {
  const first = [...memory.favorites, ...memory.used];
  const rank = ({ voiceId }: Voice) => (first.includes(voiceId) ? first.indexOf(voiceId) : first.length);
  return [...voices].sort((one, other) => rank(one) - rank(other));
}
