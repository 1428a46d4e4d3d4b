import type { AudioFormat } from "@/lib/speech/schema";

/** By format, which is also the file's extension. */
export const contentTypes = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  opus: "audio/ogg",
} as const satisfies Record<AudioFormat, string>;
