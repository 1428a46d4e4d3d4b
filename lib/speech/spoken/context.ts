import "server-only";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "@/lib/access/principals/caller";
import type { SpeechEncoding } from "@/lib/engines/audio/formats";
import { silencesOf } from "@/lib/engines/pieces";
import type { SpeechPart } from "@/lib/engines/provider";
import { asAppError } from "@/lib/engines/provider-error";
import { speakAsMade } from "@/lib/engines/speak";
import { quote } from "@/lib/money/prices/quote";
import { raiseHold } from "@/lib/money/wallet/holds";
import { newToken } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { failpoint } from "@/lib/platform/failpoint";
import { log } from "@/lib/platform/log";
import { GrowingFile } from "@/lib/platform/objects/files/growing-file";
import { type Call, type Delivered, isPaid, type Outcome, shareOf } from "@/lib/speech/call";
import { isOurs } from "@/lib/speech/live/meter";
import { endedRow, holdMs, keepOpen, type OpenSession, recordOpen } from "@/lib/speech/live/open-sessions";
import { marksOf } from "@/lib/speech/marks";
import { chargeDelivered, runCall } from "@/lib/speech/run";
import { EncodedSpeech, storeSpeech } from "@/lib/speech/stream";
import { contentOf, prepareSpeech, wordsOf } from "@/lib/speech/synthesize";
import { type Chunk, SentenceChunks } from "./chunks";
import { type SpokenArrival, type SpokenOutput, type SpokenRequest, spokenLimits } from "./contract";
import { TextQueue } from "./queue";

/** The silence between two sentences, with what the engine leaves behind the first. */
const betweenSeconds = 0.35;

/** The audio of a test says so again after so many seconds. */
const markSeconds = 20;

/** A share of the price was computed from a number of units, and is not exact. */
const rounding = 1e-6;

type Parts = {
  id: string;
  caller: Caller;
  request: SpokenRequest;
  arrival: SpokenArrival;
  /** Counts it as a request. Throws RATE_LIMITED_…. */
  count: () => Promise<void>;
  /** Resolves when the client has taken what it is given. */
  take: (output: SpokenOutput) => Promise<void>;
  /** A connection speaks one sentence at a time. */
  inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Nothing is spoken before. */
  after: Promise<void>;
};

type Prepared = Awaited<ReturnType<typeof prepareSpeech>>;

/** Where a job's audio goes, besides to its client. */
type Sink = { speech: EncodedSpeech; file: GrowingFile };

/**
 * A text that comes in pieces and is spoken sentence by sentence: one job, which begins with its first sentence. Each
 * sentence is held before it is spoken, so that what is never spoken costs nothing.
 */
export class SpokenContext implements OpenSession {
  readonly id: string;
  readonly text = new TextQueue();
  /** Resolves once the job is recorded, and everything was said. */
  readonly ended: Promise<void>;
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  readonly #stopped: Promise<unknown>;
  #isCanceled = false;
  /** Why it ended early, where what was spoken is kept. */
  #failure: AppError | null = null;
  #job: Call | undefined;
  #sink: Sink | undefined;
  #deliveredUnits = 0;
  /** Resolves when the client has all that was spoken. */
  #read: Promise<unknown> = Promise.resolve();
  #markedAt = Number.NEGATIVE_INFINITY;
  /** Seconds of silence at the end of what was spoken. */
  #behind = 0;
  readonly #said = { sent: "", seen: "" };

  constructor(parts: Parts) {
    this.#parts = parts;
    this.id = parts.id;
    this.#stopped = new Promise((stopped) => this.#stop.signal.addEventListener("abort", stopped, { once: true }));
    this.ended = this.#run();
  }

  get call(): Call {
    if (!this.#job) throw new Error("The job has not begun.");
    return this.#job;
  }

  /** Seconds that were spoken. */
  get delivered(): number {
    return this.#sink?.speech.seconds ?? 0;
  }

  /** The units of the price that are for them. */
  get deliveredUnits(): number {
    return this.#deliveredUnits;
  }

  /** No more text comes: what there is will be spoken. */
  finish(): Promise<void> {
    this.text.close();
    return this.ended;
  }

  /** Of the text only what was flushed is spoken. */
  drop(): Promise<void> {
    return this.text.drop() ? this.cancel() : this.ended;
  }

  /** The client wants no more of it. */
  cancel(): Promise<void> {
    this.#isCanceled = true;
    return this.end(null);
  }

  /** Nothing more is spoken; what was spoken is charged and kept. */
  end(error: AppError | null): Promise<void> {
    this.text.clear();
    this.#stop.abort(error ?? new AppError("CLIENT_CLOSED"));
    return this.ended;
  }

  async leave(): Promise<void> {
    await Promise.race([this.finish(), sleep(spokenLimits.leaveMs, undefined, { ref: false })]);
    await this.end(new AppError("OVERLOADED", { message: "api.ending" }));
  }

  async #run(): Promise<void> {
    const { take, after } = this.#parts;
    const context = this.id;
    try {
      await after;
      const first = await this.#next();
      if (!first || !(await this.#isAdmitted())) return await take({ type: "ended", context, finished: null });
      const job = { ...first.call, expiresInMs: holdMs, alongside: [endedRow(first.call.trackingId)] };
      this.#job = job;
      const { finished } = await runCall(job, () => this.#speakAll(job, first));
      const error = this.#isCanceled ? null : this.#failure;
      await take(error ? { type: "failed", context, error } : { type: "ended", context, finished });
    } catch (error) {
      if (this.#isCanceled) await take({ type: "ended", context, finished: null });
      else await take({ type: "failed", context, error: this.#describe(error) });
    }
  }

  /** Whether it is within the limits of its key. If not, the client gets the error, and its text is read and forgotten. */
  async #isAdmitted(): Promise<boolean> {
    const { count, take } = this.#parts;
    try {
      await count();
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await take({ type: "rejected", context: this.id, error });
      while ((await this.text.next()) !== null);
      return false;
    }
  }

  /** The next text that has words, checked and priced; null at the end. */
  async #next(): Promise<Prepared | null> {
    const { caller, request, arrival, take } = this.#parts;
    for (;;) {
      const text = await this.text.next();
      if (text === null) return null;
      if (text === "flushed") {
        await take({ type: "flushed", context: this.id });
        continue;
      }
      const arrived = { ...arrival, receivedAt: performance.now(), fingerprint: "", signal: this.#stop.signal };
      const prepared = await prepareSpeech(caller, { ...request, text }, arrived).catch((error) => {
        if (error instanceof AppError && error.code === "TEXT_EMPTY") return null;
        throw error;
      });
      if (prepared) return prepared;
    }
  }

  async #speakAll(job: Call, first: Prepared): Promise<Outcome> {
    const { caller } = this.#parts;
    const { audioFormat, sampleRate, container } = first.wanted;
    const speech = new EncodedSpeech({ format: audioFormat, sampleRate, container } as SpeechEncoding, shareOf(caller));
    const isUnnamed = caller.keepsNothing;
    const file = await GrowingFile.create(join(env.VANG_DATA, "uploads", newToken()), { isUnnamed });
    this.#sink = { speech, file };
    job.delivered = () => this.#cost(first);
    const close = keepOpen(this);
    const isRecorded = recordOpen(job, first.as.price).catch((error: Error) =>
      log.warn({ trackingId: job.trackingId, reason: error.name }, "a text that is spoken is not recorded as open"),
    );
    try {
      const failure = await this.#speakEach(job, first).then(
        () => (this.#stop.signal.aborted ? this.#describe(null) : null),
        (error) => this.#describe(error),
      );
      this.#failure = failure;
      const cost = failure && this.#cost(first);
      if (failure && (isOurs(failure) || !cost)) throw failure;
      failpoint("spoken");
      const made = await speech.finish();
      await this.#give(made.bytes, { start: this.delivered, written: null, spoken: null });
      const content = caller.keepsNothing
        ? null
        : { ...contentOf({ ...first.wanted, text: this.#said.sent }, first.as), isLive: true };
      const stored = await storeSpeech(file, made, content);
      await file.finish();
      return {
        ...stored,
        audioFormat,
        marks: marksOf(caller.businessId, this.#said.seen),
        ...(cost && (await chargeDelivered(job, cost))),
        ...(failure && { resultCode: this.#isCanceled ? ("JOB_CANCELED" as const) : failure.code }),
      };
    } catch (error) {
      await file.fail(error);
      throw error;
    } finally {
      close();
      speech.close();
      // Its row is deleted with the record of its end.
      await isRecorded;
    }
  }

  async #speakEach(job: Call, first: Prepared): Promise<void> {
    for (let next: Prepared | null = first; next; next = await this.#next()) {
      const sentence = next;
      if (sentence !== first) await this.#cover(job, sentence, first);
      await this.#parts.inTurn(() => this.#speak(sentence));
      await this.#untilRead();
    }
  }

  /** Holds one more sentence. Throws INSUFFICIENT_CREDIT, SPEND_CAP_REACHED. */
  async #cover(job: Call, { call }: Prepared, { as }: Prepared): Promise<void> {
    const units = (job.units ?? 0) + (call.units ?? 0);
    const amountMilli = quote(as.price, units);
    if (isPaid(job)) await raiseHold(job.trackingId, { amountMilli, units }, holdMs);
    job.units = units;
    job.amountMilli = amountMilli;
    job.characters = (job.characters ?? 0) + (call.characters ?? 0);
  }

  /** A client that reads slowly takes no more memory than a sentence. */
  async #untilRead(): Promise<void> {
    const slow = new AppError("CLIENT_CLOSED", { message: "live.slowReader" });
    const timer = setTimeout(() => this.#stop.abort(slow), spokenLimits.unreadMs).unref();
    await Promise.race([this.#read, this.#stopped]);
    clearTimeout(timer);
  }

  async #speak({ call, wanted, as }: Prepared): Promise<void> {
    const { caller } = this.#parts;
    const { signal } = this.#stop;
    if (signal.aborted) throw signal.reason;
    const from = this.delivered;
    const isMarked = caller.mode === "test" && from - this.#markedAt >= markSeconds;
    if (isMarked) this.#markedAt = from;
    this.#said.sent = [this.#said.sent, wanted.text].filter(Boolean).join(" ");
    this.#said.seen += ` ${as.seen}`;

    const before = this.#deliveredUnits;
    const silence = from > 0 ? Math.max(0, betweenSeconds - this.#behind) : 0;
    const chunks = new SentenceChunks(as, { from, silence });
    const send = async (chunk: Chunk) => {
      // Before it is sent.
      const units = before + Math.ceil((call.units ?? 0) * chunk.progress - rounding);
      this.#deliveredUnits = Math.max(this.#deliveredUnits, units);
      await this.#give((await this.#sink?.speech.push(chunk)) ?? new Uint8Array(), chunk);
    };
    const within = AbortSignal.any([signal, AbortSignal.timeout(spokenLimits.engineMs)]);
    await speakAsMade({ ...wordsOf(caller, wanted, as), isTest: isMarked }, as.chosen, within, async (part) => {
      if (signal.aborted) throw signal.reason;
      this.#measure(part);
      const chunk = chunks.add(part);
      if (chunk) await send(chunk);
    });
    await send(chunks.rest());
  }

  #measure({ samples, sampleRate }: SpeechPart): void {
    const isSilent = samples.every((sample) => sample === 0);
    this.#behind = isSilent ? this.#behind + samples.length / sampleRate : silencesOf(samples).after / sampleRate;
  }

  async #give(bytes: Uint8Array, about: Pick<Chunk, "start" | "written" | "spoken">): Promise<void> {
    const { start, written, spoken } = about;
    if (bytes.length === 0 && !written && !spoken) return;
    this.#read = this.#parts.take({ type: "audio", context: this.id, bytes, start, written, spoken });
    if (bytes.length > 0) await this.#sink?.file.append(bytes);
  }

  /** What is charged where it ends early. */
  #cost({ as }: Prepared): Delivered | null {
    const units = this.#deliveredUnits;
    return units > 0 ? { units, amountMilli: quote(as.price, units), seconds: this.delivered } : null;
  }

  #describe(failure: unknown): AppError {
    const { signal } = this.#stop;
    const error = signal.aborted ? signal.reason : asAppError(failure, signal);
    if (error instanceof AppError) return error;
    log.error({ reason: (error as Error).name, context: this.id }, "a text that is spoken failed with a bug");
    return new AppError("INTERNAL");
  }
}
