// Apart from what encodes: pages need these too, and no encoder.

/** Both formats have as many bytes for each moment: MP3 at 64 kbit/s has frames of 24 ms in 192 bytes, WAV 16-bit samples. */
export const bytesPerMs = { mp3: 8, wav: 48 } as const;

export type BookAudioFormat = keyof typeof bytesPerMs;
