import "server-only";
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import { joinBytes } from "@/lib/engines/audio/bytes";
import type { Audio, Encoding } from "@/lib/engines/audio/formats";
import { minutes } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { openedOnce, processWide } from "@/lib/platform/process-wide";
import { Arrivals } from "./arrivals";
import type { EncodedPart } from "./encode-worker";
import { ProviderError } from "./provider";
import { FairTurns } from "./resilience/fair-turns";

/** Longer samples are encoded in several turns, of at most about 20 ms each. */
const turnSeconds = 2;

const turns = processWide("stream encoder turns", () => new FairTurns({ places: 1, mostEach: 1, mostWaiting: 0 }));

/** One thread for all streams: encoding takes about 10 ms per second of audio, and engines wait for it. */
const { get: thread, forget } = openedOnce("stream encoder", () => {
  const opened = new Piscina({
    filename: join(process.cwd(), ".build/encode-worker.mjs"),
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 1000,
    idleTimeout: minutes(5),
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  });
  opened.on("error", (error: Error) => log.error({ reason: error.message }, "the thread that encodes streams broke"));
  return opened;
});

export const closeStreamEncoder = async (): Promise<void> => forget()?.destroy();

/** An encoder of one stream, in another thread, which encodes for each owner in turn. Throws ProviderError. */
export class EncoderAsMade {
  readonly #owner: string;
  readonly #sampleRate: number;
  readonly #port;
  readonly #parts = new Arrivals<EncodedPart>();
  readonly #next = this.#parts[Symbol.asyncIterator]();
  readonly #closed = new AbortController();

  constructor(encoding: Encoding, sampleRate: number, owner: string) {
    const { port1, port2: port } = new MessageChannel();
    this.#owner = owner;
    this.#sampleRate = sampleRate;
    this.#port = port1;
    port1.on("message", (part: EncodedPart) => this.#parts.add(part));
    thread()
      .run({ encoding, sampleRate, port }, { transferList: [port] })
      .catch((cause: unknown) => this.#parts.fail(new ProviderError("broken", "A stream was not encoded.", { cause })));
  }

  async push({ samples }: Audio): Promise<Uint8Array> {
    const most = Math.ceil(this.#sampleRate * turnSeconds);
    const bytes: Uint8Array[] = [];
    for (let at = 0; at < samples.length; at += most) bytes.push((await this.#ask(samples.slice(at, at + most))).bytes);
    return joinBytes(bytes);
  }

  end = (): Promise<EncodedPart> => this.#ask(null);

  /** What was asked of it and has not ended fails, so that it keeps no turn. */
  close(): void {
    this.#closed.abort();
    this.#port.close();
    this.#parts.fail(new ProviderError("broken", "The stream is closed."));
  }

  /** Urgent, so that no part of a stream that has begun is rejected. */
  #ask(samples: Float32Array | null): Promise<EncodedPart> {
    return turns.run({ owner: this.#owner, signal: this.#closed.signal, isUrgent: true }, async () => {
      this.#port.postMessage(samples, samples ? [samples.buffer as ArrayBuffer] : []);
      const { value, done } = await this.#next.next();
      if (done) throw new ProviderError("broken", "The stream is closed.");
      return value;
    });
  }
}
