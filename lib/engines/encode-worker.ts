import "server-only";
import type { MessagePort } from "node:worker_threads";
import { openStreamEncoder } from "@/lib/engines/audio/encode";
import type { Encoding } from "@/lib/engines/audio/formats";

export type EncodeStreamTask = { encoding: Encoding; sampleRate: number; port: MessagePort };

/** What a port receives for each part of the samples, in order; `head` replaces the beginning of the whole file. */
export type EncodedPart = { bytes: Uint8Array<ArrayBuffer>; head?: Uint8Array<ArrayBuffer> };

/** Encodes the samples that a port sends, until it sends null or is closed. The thread encodes several streams at once. */
export default async function encodeStream({ encoding, sampleRate, port }: EncodeStreamTask): Promise<void> {
  const encoder = await openStreamEncoder(encoding, sampleRate);
  try {
    await new Promise<void>((resolve, reject) => {
      port.on("close", resolve);
      port.on("message", (samples: Float32Array | null) => {
        try {
          const part: EncodedPart = samples ? { bytes: encoder.push(samples) } : encoder.end();
          port.postMessage(part, [part.bytes.buffer]);
        } catch (error) {
          reject(error);
        }
      });
    });
  } finally {
    encoder.close?.();
    port.close();
  }
}
