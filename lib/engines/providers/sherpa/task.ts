/** Messages from the server to its engine process. The first is always `load`. */
export type Task =
  | { do: "load"; kind: "stt" | "tts"; config: Record<string, unknown> }
  | { do: "transcribe"; samples: Float32Array; sampleRate: number }
  | { do: "speak"; text: string; speaker: number; speed: number };

/** Tokens with their start times in seconds; some models return neither. */
export type Recognized = { text: string; tokens: string[]; timestamps: number[] };

export type Spoken = { samples: Float32Array; sampleRate: number };

export type Question = { id: number; task: Task };

export type Reply = { id: number; answer: unknown } | { id: number; failure: string };
