declare module "@echogarden/espeak-ng-emscripten" {
  type FileNode = { mode: number; contents: Uint8Array; stream_ops: Record<string, unknown> };

  /** The part of Emscripten's file system that we use. */
  export type FileSystem = {
    readdir(path: string): string[];
    lookupPath(path: string): { node: FileNode };
    isDir(mode: number): boolean;
  };

  /** Positions count characters from 1 and milliseconds from the start; `id` is a phoneme's name. */
  export type SpeechEvent = {
    type: string;
    text_position: number;
    word_length: number;
    audio_position: number;
    id?: string | number;
  };

  export type Espeak = {
    /** Returns 0, or another number for an unknown voice, which leaves the previous voice set. */
    set_voice(name: string): number;
    set_rate(wordsPerMinute: number): void;
    set_pitch(pitch: number): void;
    set_range(range: number): void;
    set_volume(volume: number): void;
    get_samplerate(): number;
    /** Blocks until the text is spoken or `onChunk` returns 1. */
    synthesize(ssml: string, onChunk: (samples: Int16Array, events: SpeechEvent[]) => 0 | 1): void;
  };

  type EspeakModule = { FS: FileSystem; eSpeakNGWorker: new () => Espeak };

  export default function create(options: {
    getPreloadedPackage?: (name: string, size: number) => ArrayBuffer;
  }): Promise<EspeakModule>;
}
