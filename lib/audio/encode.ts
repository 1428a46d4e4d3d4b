import "server-only";
import type { Audio, AudioFormat } from "@/lib/audio/formats";
import { describeEncoded, type EncodedAudio } from "./encoded";
import { encodeMp3 } from "./mp3";
import { encodeOpus } from "./opus";
import { encodeWav } from "./wav";

/** Asked now and then during long work; once it says yes, the work ends early and its result is of no use. */
export type IsStopped = () => boolean;

type Encoder = (audio: Audio, isStopped: IsStopped) => Promise<Uint8Array<ArrayBuffer>>;

const encoders: Record<AudioFormat, Encoder> = { mp3: encodeMp3, wav: encodeWav, opus: encodeOpus };

/** Keeps its thread busy for about 10 ms a second of audio: for worker threads, which `encodeInPool` reaches. */
export async function encode(audio: Audio, format: AudioFormat, isStopped: IsStopped): Promise<EncodedAudio> {
  return describeEncoded(audio, format, await encoders[format](audio, isStopped));
}
