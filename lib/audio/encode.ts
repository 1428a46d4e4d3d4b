import "server-only";
import type { Audio, AudioFormat } from "@/lib/audio/formats";
import { describeEncoded, type EncodedAudio } from "./encoded";
import { encodeMp3 } from "./mp3";
import { encodeOpus } from "./opus";
import { encodeWav } from "./wav";

/** Polled during long work, which ends early with a meaningless result once it returns true. */
export type IsStopped = () => boolean;

type Encoder = (audio: Audio, isStopped: IsStopped) => Promise<Uint8Array<ArrayBuffer>>;

const encoders: Record<AudioFormat, Encoder> = { mp3: encodeMp3, wav: encodeWav, opus: encodeOpus };

/** Blocks its thread for about 10 ms per second of audio: for worker threads, through `encodeInPool`. */
export async function encode(audio: Audio, format: AudioFormat, isStopped: IsStopped): Promise<EncodedAudio> {
  return describeEncoded(audio, format, await encoders[format](audio, isStopped));
}
