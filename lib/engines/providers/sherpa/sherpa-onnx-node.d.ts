declare module "sherpa-onnx-node" {
  type Waveform = { samples: Float32Array; sampleRate: number };

  export class OfflineStream {
    acceptWaveform(waveform: Waveform): void;
  }

  export class OfflineRecognizer {
    static createAsync(config: object): Promise<OfflineRecognizer>;
    /** Words that this stream is biased to, in tokens of the model, with slashes between them. */
    createStream(hotwords?: string): OfflineStream;
    decodeAsync(stream: OfflineStream): Promise<{ text: string; tokens: string[]; timestamps: number[] }>;
  }

  export class OnlineStream {
    acceptWaveform(waveform: Waveform): void;
    /** Nothing can be added afterwards. */
    inputFinished(): void;
  }

  export class OnlineRecognizer {
    constructor(config: object);
    createStream(): OnlineStream;
    isReady(stream: OnlineStream): boolean;
    decode(stream: OnlineStream): void;
    /** Begins a new result, whose `start_time` is how much of the stream was decoded, in seconds. */
    reset(stream: OnlineStream): void;
    /** `timestamps` are seconds from `start_time`. */
    getResult(stream: OnlineStream): { text: string; tokens: string[]; timestamps: number[]; start_time: number };
  }

  export class Vad {
    constructor(config: object, bufferSeconds: number);
    acceptWaveform(samples: Float32Array): void;
    isDetected(): boolean;
    /** Forgets the stretches of speech that were found. */
    clear(): void;
    reset(): void;
  }

  type Clustering = { numClusters: number; threshold: number };

  export class OfflineSpeakerDiarization {
    constructor(config: object);
    readonly config: { clustering: Clustering };
    readonly sampleRate: number;
    setConfig(config: { clustering: Clustering }): void;
    process(samples: Float32Array): { start: number; end: number; speaker: number }[];
  }

  export class OfflineTts {
    static createAsync(config: object): Promise<OfflineTts>;
    readonly numSpeakers: number;
    generateAsync(request: {
      text: string;
      enableExternalBuffer: boolean;
      generationConfig: { sid: number; speed: number; extra?: Record<string, string> };
    }): Promise<Waveform>;
  }
}
