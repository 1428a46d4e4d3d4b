import "server-only";
import { join } from "node:path";
import type { Caller } from "@/lib/access/principals/caller";
import { extensionOf } from "@/lib/engines/audio/encoded";
import { type Encoding, isFfmpegFormat, type SpeechEncoding } from "@/lib/engines/audio/formats";
import { sparkOf } from "@/lib/engines/audio/spark";
import { EncoderAsMade } from "@/lib/engines/encode-as-made";
import { FfmpegEncoder } from "@/lib/engines/encode-with-ffmpeg";
import type { SpeechPart } from "@/lib/engines/provider";
import { asAppError } from "@/lib/engines/provider-error";
import { speakAsMade, type TimedPart } from "@/lib/engines/speak";
import { quote } from "@/lib/money/prices/quote";
import { minutes, seconds } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { AppError, asAborted } from "@/lib/platform/errors";
import { failpoint } from "@/lib/platform/failpoint";
import { log } from "@/lib/platform/log";
import { GrowingFile } from "@/lib/platform/objects/files/growing-file";
import { timesSpoken } from "./alignment";
import { type Arrival, type Call, type Delivered, type Outcome, type Ran, shareOf } from "./call";
import { type SpokenContent, storeContentAndFile } from "./content";
import { isGivenUp } from "./idempotency/give-up";
import { marksOf } from "./marks";
import { chargeDelivered, runCall } from "./run";
import type { SpeechRequest } from "./schema";
import { contentOf, prepareSpeech, type Remarks, type Spoken, type SpokenAs, wordsOf } from "./synthesize";

/** An engine that makes nothing for this long has failed. */
const idleMs = seconds(30);

/** The limit for the whole speech; the process counts as dead half a minute later. */
const longestMs = minutes(5);

/** What is known of a stream when it begins. */
export type SpeechStream = {
  call: Call;
  engine: string | null;
  remarks: Remarks;
  as: SpokenAs;
  file: GrowingFile;
  /** The words spoken so far, in seconds from the start; more are added while the file grows. */
  words: { word: string; start: number; end: number }[];
  /** Resolves once the job is charged. */
  ran: Promise<Ran>;
  /** Called once when the client leaves: the engine stops, unless a repeat is to get the result or no byte was read. */
  leave: (wasThere: boolean) => void;
};

/**
 * As `synthesize`, but resolves when the first sound is made. The file ends once the job is recorded, and fails if the
 * engine does, free of charge some times a day, or if it rejects the text; what was made by then is charged. If the
 * client leaves, the engine stops, and what was made is charged and kept; with an Idempotency-Key the job continues,
 * unless the run was given up. A replay resolves when its job is found.
 */
export async function streamSpeech(
  caller: Caller,
  request: SpeechRequest,
  arrival: Arrival,
): Promise<SpeechStream | Spoken> {
  const prepared = await prepareSpeech(caller, request, arrival);
  const call: Call = { ...prepared.call, expiresInMs: longestMs + idleMs };
  const engine = prepared.as.chosen.model.engine ?? null;
  const { remarks } = prepared;
  const stopping = new Stopping(arrival.signal);
  let begin: (stream: SpeechStream) => void = () => undefined;
  const begun = new Promise<SpeechStream>((resolve) => {
    begin = resolve;
  });
  const ran = runCall(call, async () => {
    const isUnnamed = caller.keepsNothing;
    const file = await GrowingFile.create(join(env.VANG_DATA, "uploads", newToken()), { isUnnamed });
    void ran.then(
      () => file.finish(),
      (error) => file.fail(error),
    );
    const words: SpeechStream["words"] = [];
    let hasBegun = false;
    const beginOnce = () => {
      if (hasBegun) return;
      hasBegun = true;
      const close = file.announceReader();
      const leave = (wasThere: boolean) => {
        close();
        const stop = () => stopping.stop(new AppError("CLIENT_CLOSED"));
        if (wasThere && (!call.idempotency || call.idempotency.repeats)) stop();
        else if (call.idempotency)
          void isGivenUp(call).then(
            (isSo) => isSo && stop(),
            (error) => log.warn({ err: error }, "could not read whether a run was given up"),
          );
      };
      begin({ call, engine, remarks, as: prepared.as, file, words, ran, leave });
    };
    return speakInto({ call, file, words }, { ...prepared, stopping, begin: beginOnce });
  }).finally(() => stopping.end());
  return Promise.race([begun, ran.then((finished) => ({ ...finished, engine, remarks }))]);
}

type Speaking = { wanted: SpeechRequest; as: SpokenAs; stopping: Stopping; begin: () => void };

/** A share of the price was computed from a number of units, and is not exact. */
const rounding = 1e-6;

async function speakInto(
  { call, file, words }: Pick<SpeechStream, "call" | "file" | "words">,
  { wanted, as, stopping, begin }: Speaking,
): Promise<Outcome> {
  const { audioFormat, sampleRate, container } = wanted;
  const encoding = { format: audioFormat, sampleRate, container } as SpeechEncoding;
  const speech = new EncodedSpeech(encoding, shareOf(call.caller));
  let progress = 0;
  const delivered = (): Delivered => {
    const units = Math.max(1, Math.ceil((call.units ?? 0) * progress - rounding));
    return { units, amountMilli: quote(as.price, units), seconds: speech.seconds };
  };
  // Nothing can be read of a file without bytes.
  call.delivered = () => (file.size > 0 ? delivered() : null);

  let taking = Promise.resolve();
  const takePart = async (part: TimedPart) => {
    if (stopping.signal.aborted) throw stopping.signal.reason;
    stopping.wait();
    // Before its bytes can be read.
    progress = part.progress;
    const bytes = await speech.push(part);
    words.push(...part.words);
    if (bytes.length > 0) await file.append(bytes);
    if (file.size > 0) begin();
  };

  try {
    let isCut = false;
    await speakAsMade(wordsOf(call.caller, wanted, as), as.chosen, stopping.signal, (part) => {
      taking = takePart(part);
      return taking;
    }).catch(async (error) => {
      // A part that the engine made before it was stopped is still being encoded.
      if (stopping.isLeft) await taking.catch(() => undefined);
      isCut = stopping.isLeft && file.size > 0;
      if (!isCut) throw asAppError(error, stopping.caller);
    });
    failpoint("spoken");
    const made = await speech.finish();
    await file.append(made.bytes);
    const cost = isCut ? await chargeDelivered(call, delivered()) : null;
    const times = wanted.timestamps && timesSpoken(as, words);
    return {
      ...(await storeSpeech(file, made, call.caller.keepsNothing ? null : contentOf(wanted, as, times))),
      audioFormat,
      marks: marksOf(call.caller.businessId, as.seen),
      ...(cost && { ...cost, isCut, resultCode: "CLIENT_CLOSED" as const }),
    };
  } finally {
    speech.close();
  }
}

/**
 * Stores audio that was appended to a file as it was made, and its content; neither without content. Returns what the
 * record of its job says.
 */
export async function storeSpeech(
  file: GrowingFile,
  made: Awaited<ReturnType<EncodedSpeech["finish"]>>,
  content: SpokenContent | null,
) {
  if (content && made.head) await file.replaceStart(made.head);
  const stored = content
    ? await storeContentAndFile(content, file.path, made.extension)
    : { contentObject: null, fileObject: null };
  return {
    audioObject: stored.fileObject,
    contentObject: stored.contentObject,
    inputObject: null,
    fileSizeBytes: String(file.size),
    audioDuration: made.durationSeconds,
    spark: made.spark,
  };
}

/** Ends an engine's work: when the client leaves, when nothing is made for too long, and when it all takes too long. */
class Stopping {
  readonly #end = new AbortController();
  readonly #client: AbortSignal;
  #idle: NodeJS.Timeout | undefined;
  readonly #longest: NodeJS.Timeout;

  constructor(client: AbortSignal) {
    this.#client = client;
    client.addEventListener("abort", this.#leave, { once: true });
    if (client.aborted) this.#leave();
    this.#longest = setTimeout(this.#timeOut, longestMs);
    this.wait();
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Whether the client left; not when the process ends. */
  get isLeft(): boolean {
    const { reason } = this.#end.signal;
    return reason instanceof AppError && reason.code === "CLIENT_CLOSED";
  }

  /** Aborted unless the engine failed or took too long. */
  get caller(): AbortSignal {
    return this.#end.signal.reason instanceof AppError ? this.#end.signal : new AbortController().signal;
  }

  /** Something was made: the engine has time for the next part. */
  wait(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(this.#timeOut, idleMs);
  }

  stop(reason: AppError): void {
    this.#end.abort(reason);
  }

  end(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#longest);
    this.#client.removeEventListener("abort", this.#leave);
  }

  #leave = (): void => this.stop(asAborted(this.#client));

  #timeOut = (): void => this.#end.abort(new DOMException("The time is over.", "TimeoutError"));
}

/** The loudest sample of so many is kept for the small wave, in seconds. */
const peakSeconds = 0.01;

const openEncoder = (encoding: SpeechEncoding, sampleRate: number, owner: string) =>
  isFfmpegFormat(encoding.format)
    ? new FfmpegEncoder(encoding.format, sampleRate)
    : new EncoderAsMade(encoding as Encoding, sampleRate, owner);

/** Speech that is encoded part by part, and what its record says of the whole. */
export class EncodedSpeech {
  readonly #encoding: SpeechEncoding;
  /** Whose share of the encoder it uses. */
  readonly #owner: string;
  readonly #peaks: number[] = [];
  #encoder: EncoderAsMade | FfmpegEncoder | undefined;
  #seconds = 0;

  constructor(encoding: SpeechEncoding, owner: string) {
    this.#encoding = encoding;
    this.#owner = owner;
  }

  /** How long what was pushed is. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Throws ProviderError. */
  async push({ samples, sampleRate }: SpeechPart): Promise<Uint8Array> {
    this.#encoder ??= openEncoder(this.#encoding, sampleRate, this.#owner);
    this.#seconds += samples.length / sampleRate;
    const step = Math.max(1, Math.round(sampleRate * peakSeconds));
    for (let at = 0; at < samples.length; at += step)
      this.#peaks.push(samples.subarray(at, at + step).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
    return this.#encoder.push({ samples, sampleRate });
  }

  /** The last bytes, and what replaces the first ones. */
  async finish() {
    const last = (await this.#encoder?.end()) ?? { bytes: new Uint8Array(0) };
    const spark = sparkOf(Float32Array.from(this.#peaks));
    return { ...last, extension: extensionOf(this.#encoding), durationSeconds: this.#seconds, spark };
  }

  close(): void {
    this.#encoder?.close();
  }
}
