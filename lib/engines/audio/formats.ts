/** Mono samples between -1 and 1. `pcm`: the same as 16-bit integers, where they came so and nothing has changed them. */
export type Audio = { samples: Float32Array; sampleRate: number; pcm?: Int16Array<ArrayBuffer> };

/** The formats that every browser plays. */
export const audioFormats = ["mp3", "wav", "opus"] as const;

export type AudioFormat = (typeof audioFormats)[number];

/** Linear 16-bit samples and G.711, as telephone systems take them. */
export const telephoneFormats = ["pcm", "mulaw", "alaw"] as const;

export type TelephoneFormat = (typeof telephoneFormats)[number];

/** What only FFmpeg encodes, for `/v1` where it is installed. */
export const ffmpegFormats = ["aac", "flac"] as const;

export type FfmpegFormat = (typeof ffmpegFormats)[number];

/** In Hz. */
export const sampleRates = [8000, 16_000, 22_050, 24_000, 44_100, 48_000] as const;

export type SampleRate = (typeof sampleRates)[number];

/** What a file is encoded as. MP3 and Opus choose a sample rate if none is named; `container` is for the telephone formats. */
export type Encoding = {
  format: AudioFormat | TelephoneFormat;
  sampleRate?: SampleRate;
  container?: "raw" | "wav";
};

/** What speech is encoded as while it is made. */
export type SpeechEncoding = Encoding | { format: FfmpegFormat; sampleRate?: undefined; container?: undefined };

export const isFfmpegFormat = (format: string): format is FfmpegFormat =>
  (ffmpegFormats as readonly string[]).includes(format);

export const isTelephoneFormat = (format: string): format is TelephoneFormat =>
  (telephoneFormats as readonly string[]).includes(format);

/** By format, which is also the file extension. Those of raw samples are for their usual rate (RFC 4856). */
export const contentTypes = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  opus: "audio/ogg",
  pcm: "audio/pcm",
  mulaw: "audio/basic",
  alaw: "audio/PCMA",
} as const satisfies Record<AudioFormat | TelephoneFormat, string>;

/** The types of speech in every format of `/v1`. */
export const openAiContentTypes = {
  mp3: contentTypes.mp3,
  opus: contentTypes.opus,
  aac: "audio/aac",
  flac: "audio/flac",
  wav: contentTypes.wav,
  pcm: contentTypes.pcm,
} as const;

/** Accepted uploads by container, which is also the stored file's extension. All but plain WAV need FFmpeg. */
export const inputTypes = {
  wav: "audio/wav",
  mp3: "audio/mpeg",
  mp4: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  webm: "audio/webm",
  flac: "audio/flac",
  aiff: "audio/aiff",
  caf: "audio/x-caf",
  amr: "audio/amr",
  wma: "audio/x-ms-wma",
} as const;

export type AudioContainer = keyof typeof inputTypes;

/** What people call the formats of accepted uploads: those that FFmpeg decodes, and those that need nothing. */
export const inputNames = {
  decoded: "WAV, MP3, M4A, AAC, OGG, Opus, WebM, FLAC, AIFF, CAF, AMR, 3GP, WMA",
  plain: "WAV (PCM, G.711)",
} as const;

/** For a file field in the browser, which otherwise offers all files. */
export const inputExtensions = {
  decoded: "audio/*,video/webm,.wav,.mp3,.m4a,.aac,.ogg,.opus,.webm,.flac,.aif,.aiff,.caf,.amr,.3gp,.wma",
  plain: ".wav,audio/wav,audio/x-wav",
} as const;

const types: Record<string, string> = { ...inputTypes, ...contentTypes };

export const typeOf = (extension: string): string => types[extension] ?? "application/octet-stream";
