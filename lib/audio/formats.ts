/** Mono samples between -1 and 1. */
export type Audio = { samples: Float32Array; sampleRate: number };

export const audioFormats = ["mp3", "wav", "opus"] as const;

export type AudioFormat = (typeof audioFormats)[number];

/** By format, which is also the file extension. */
export const contentTypes = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  opus: "audio/ogg",
} as const satisfies Record<AudioFormat, string>;

/** Accepted uploads by container, which is also the stored file's extension. */
export const inputTypes = {
  wav: "audio/wav",
  mp3: "audio/mpeg",
  mp4: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  webm: "audio/webm",
  flac: "audio/flac",
} as const;

const types: Record<string, string> = { ...inputTypes, ...contentTypes };

export const typeOf = (extension: string): string => types[extension] ?? "application/octet-stream";
