import "server-only";
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import type { Audio, Encoding } from "@/lib/audio/formats";
import { minutes } from "@/lib/clock";
import { log } from "@/lib/log";
import { openedOnce } from "@/lib/process-wide";
import { Arrivals } from "./arrivals";
import type { EncodedPart } from "./encode-worker";
import { ProviderError } from "./provider";

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

/** An encoder of one stream, in another thread. Throws ProviderError `broken`. */
export class EncoderAsMade {
  readonly #port;
  readonly #parts = new Arrivals<EncodedPart>();
  readonly #next = this.#parts[Symbol.asyncIterator]();

  constructor(encoding: Encoding, sampleRate: number) {
    const { port1, port2: port } = new MessageChannel();
    this.#port = port1;
    port1.on("message", (part: EncodedPart) => this.#parts.add(part));
    thread()
      .run({ encoding, sampleRate, port }, { transferList: [port] })
      .catch((cause: unknown) => this.#parts.fail(new ProviderError("broken", "A stream was not encoded.", { cause })));
  }

  /** The samples are transferred: the caller cannot read them afterwards. */
  push = ({ samples }: Audio): Promise<EncodedPart> => this.#ask(samples);

  end = (): Promise<EncodedPart> => this.#ask(null);

  close(): void {
    this.#port.close();
  }

  async #ask(samples: Float32Array | null): Promise<EncodedPart> {
    this.#port.postMessage(samples, samples ? [samples.buffer as ArrayBuffer] : []);
    return (await this.#next.next()).value;
  }
}
