import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { openSound, type SoundAsSent } from "@/lib/engines/audio/packed-as-sent";
import { separateChannels } from "@/lib/engines/audio/samples-as-sent";
import type { Offered } from "@/lib/engines/catalogue";
import { openLiveRecognizer } from "@/lib/engines/live/by-utterance";
import type { LiveEvent, LiveRecognizer } from "@/lib/engines/provider";
import { asAppError } from "@/lib/engines/provider-error";
import type { Price } from "@/lib/money/prices/price-book";
import { formatMilli } from "@/lib/platform/amounts";
import { seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { type Call, type Outcome, type Ran, shareOf } from "@/lib/speech/call";
import type { RecognizedContent } from "@/lib/speech/content";
import { chargeSilence } from "@/lib/speech/transcribe";
import { type LiveOutput, type LiveRequest, sessionLimits } from "./contract";
import { Limits, lastWordsMs } from "./limits";
import { isOurs, Meter, wholeSeconds } from "./meter";
import { keepOpen, type OpenSession } from "./open-sessions";
import { type Recording, storeSession } from "./recording";
import type { WrittenTranscripts } from "./written";

/** What a session is made of. */
type Parts = {
  call: Call;
  request: LiveRequest;
  offered: Offered;
  price: Price;
  terms: readonly string[];
  transcripts: WrittenTranscripts;
  /** Null where nothing is kept. */
  recording: Recording | null;
  take: (output: LiveOutput) => void;
  ran: Promise<Ran>;
};

/** `error`: why it ends before its client wants it to; null where that wants it or has left. */
type End = { error: AppError | null };

/** One live transcription, which knows nothing of the connection. Its calls take effect in their order. */
export class LiveSession implements OpenSession {
  readonly call: Call;
  readonly trackingId: string;
  finals = 0;
  /** Resolves once the job is recorded, and everything was said. */
  readonly ended: Promise<void>;
  readonly #parts: Parts;
  readonly #sound: SoundAsSent;
  /** Seconds of it that could be used. */
  #received = 0;
  /** Whether samples that are ready are about to be taken. */
  #isTaking = false;
  readonly #meter: Meter;
  readonly #recognizers: LiveRecognizer[];
  readonly #stop = new AbortController();
  readonly #limits: Limits;
  readonly #delivered: number[];
  #firstWordsMs: number | null = null;
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** Whether the client has asked for the finals that come. */
  #isRequested = false;
  #failure: AppError | null = null;
  #ending: Promise<void> | undefined;
  #hasEnded = false;
  #over: (end: End) => void = () => undefined;
  readonly #isOver = new Promise<End>((resolve) => {
    this.#over = (end) => {
      this.#hasEnded = true;
      resolve(end);
    };
  });

  constructor(parts: Parts) {
    const { call, request, offered, price, terms, ran } = parts;
    this.#parts = parts;
    this.call = call;
    this.trackingId = call.trackingId;
    this.#sound = openSound(request.sound, this.#stop.signal, () => this.#takeReady());
    this.#limits = new Limits({
      longestSeconds: request.longestSeconds,
      warn: (code, values) => parts.take({ type: "warning", code, values }),
      end: (error) => void this.end(error),
    });
    const channels = Array.from({ length: separateChannels(request.sound) }, (_, channel) => channel);
    this.#delivered = channels.map(() => 0);
    this.#meter = new Meter(call, price, channels.length, this.#limits.longestMs / 1000, (left) =>
      this.#limits.warnOnce("CREDIT_ENDS", { seconds: Math.max(0, Math.floor(left)) }),
    );
    const options = {
      request: {
        owner: shareOf(call.caller),
        modelId: call.modelId,
        languageCode: request.languageCode,
        config: request.config ?? {},
        ...(terms.length > 0 && { keyterms: terms }),
      },
      silenceMs: request.silenceMs,
      wantsPartials: request.wantsPartials,
      signal: this.#stop.signal,
    };
    this.#recognizers = channels.map((channel) =>
      openLiveRecognizer(offered.provider, options, (event) => this.#pass(channel, event)),
    );
    call.delivered = () => this.#meter.deliveredCost(this.delivered);
    this.ended = ran.then(
      ({ finished }) => this.#sayDone(finished.amountMilli),
      (error) => this.#sayError(error),
    );
  }

  /** Seconds of sound, of each channel, whose final words were delivered. */
  get delivered(): number {
    return Math.max(...this.#delivered);
  }

  /** What was delivered, with the request's options. */
  compose(): RecognizedContent {
    const { transcripts, request } = this.#parts;
    const live = { firstWordsMs: this.#firstWordsMs, finals: this.finals };
    return { ...transcripts.compose(), live, fileName: null, config: request.config ?? null };
  }

  /** Takes sound in its encoding; resolves when there is room for more. */
  receive(bytes: Uint8Array): Promise<void> {
    this.keepAlive();
    return this.#next(() => this.#use(this.#sound.take(bytes)));
  }

  #takeReady(): void {
    if (this.#isTaking) return;
    this.#isTaking = true;
    void this.#next(() => {
      this.#isTaking = false;
      return this.#use(this.#sound.take(new Uint8Array(0)));
    });
  }

  /** Sound is counted when it may be used. */
  async #use(sound: AsyncIterable<Float32Array[]>): Promise<void> {
    for await (const channels of sound) {
      const length = this.#sound.seconds;
      await this.#limits.keepPace(length, this.#stop.signal);
      await this.#meter.cover(length);
      this.#received = length;
      await this.#parts.recording?.append(channels);
      await Promise.all(channels.map((samples, channel) => this.#recognizers[channel]?.push(samples)));
    }
  }

  /** Delivers the last words on what was said so far. */
  finalize(): Promise<void> {
    this.keepAlive();
    return this.#next(async () => {
      this.#isRequested = true;
      await Promise.all(this.#recognizers.map((recognizer) => recognizer.flush()));
      this.#isRequested = false;
    });
  }

  /** A sign of life while there is no sound. */
  keepAlive(): void {
    this.#limits.keepAlive();
  }

  /** Ends the session after the sound that came: the last words are delivered, and then why it ends. */
  end(error: AppError | null = null): Promise<void> {
    if (!this.#ending && error) {
      const longestMs = error.status === 401 ? lastWordsMs.withoutKey : lastWordsMs.others;
      setTimeout(() => this.#over({ error }), longestMs).unref();
    }
    this.#ending ??= this.#queue
      .then(() => (error || this.#failure ? undefined : this.#use(this.#sound.rest())))
      .then(() => Promise.all(this.#recognizers.map((recognizer) => recognizer.flush())))
      .then(
        () => this.#over({ error: error ?? this.#failure }),
        (failure) => this.#over({ error: error ?? this.#describe(failure) }),
      );
    return this.ended;
  }

  async leave(): Promise<void> {
    this.#limits.warnOnce("RESTART", { seconds: sessionLimits.leaveMs / 1000 });
    await Promise.race([this.end(), sleep(sessionLimits.leaveMs, undefined, { ref: false })]);
    this.#stop.abort(new AppError("OVERLOADED", { message: "api.ending" }));
    await this.ended;
  }

  /** The work of its job: resolves when it ends. */
  async run(): Promise<Outcome> {
    const close = keepOpen(this);
    const timer = setInterval(() => this.#watch(), seconds(1)).unref();
    try {
      const { error } = await this.#isOver;
      if (error && isOurs(error) && !this.#meter.deliveredCost(this.delivered)) throw error;
      return await this.#makeOutcome(error);
    } finally {
      // Its file is gone if it was stored.
      await this.#parts.recording?.remove();
      clearInterval(timer);
      close();
      this.#sound.end();
      this.#stop.abort();
    }
  }

  /** Work in the order of the calls. What fails ends the session. */
  #next(work: () => Promise<void>): Promise<void> {
    if (this.#ending) return Promise.resolve();
    this.#waiting++;
    this.#queue = this.#queue
      .then(() => work())
      .catch((failure) => {
        this.#failure ??= this.#describe(failure);
        void this.end(this.#failure);
      })
      .finally(() => this.#waiting--);
    return this.#queue;
  }

  #describe(failure: unknown): AppError {
    // The signal aborts at the end of each session, also of one that ends with its error.
    if (failure instanceof AppError) return failure;
    const { aborted, reason } = this.#stop.signal;
    const error = aborted ? reason : asAppError(failure, this.#stop.signal);
    if (error instanceof AppError) return error;
    log.error({ reason: (error as Error).name, trackingId: this.trackingId }, "a live transcription failed with a bug");
    return new AppError("INTERNAL");
  }

  #watch(): void {
    this.#limits.check(this.#received, this.#waiting > 0);
    if (this.#meter.isDue) void this.#next(() => this.#meter.chargeUpTo(wholeSeconds(this.delivered)));
  }

  #pass(channel: number, event: LiveEvent): void {
    const { take, transcripts } = this.#parts;
    if (this.#hasEnded) return;
    if (event.type === "speechStarted") {
      take({ type: "speechStarted", channel, at: event.start });
      return;
    }
    const { type, start, end, transcription } = event;
    if (type === "partial") {
      const written = transcripts.write(transcription);
      if (written.text === "") return;
      this.#noteWords();
      take({ type, channel, start, end, ...written });
      return;
    }
    const written = transcripts.add(channel, transcription);
    if (written.text !== "") {
      this.#noteWords();
      this.#delivered[channel] = Math.min(end, this.#received);
      this.finals++;
      take({ type, channel, start, end, isEnd: event.isEnd, isRequested: this.#isRequested, ...written });
    }
    if (event.isEnd) take({ type: "utteranceEnd", channel, at: written.words.at(-1)?.end ?? end });
  }

  #noteWords(): void {
    this.#firstWordsMs ??= Math.round(performance.now() - this.call.receivedAt);
  }

  async #makeOutcome(error: AppError | null): Promise<Outcome> {
    const { call, transcripts, recording } = this.#parts;
    const received = wholeSeconds(this.#received);
    const charged = error && isOurs(error) ? wholeSeconds(this.delivered) : received;
    await this.#meter.settle(charged);
    const { isEmpty, isWritten } = transcripts;
    const cost = isEmpty && charged > 0 ? await chargeSilence(call, charged * this.#recognizers.length) : null;
    const remark = isEmpty ? ("NO_SPEECH_FOUND" as const) : isWritten ? null : ("FORMATTING_FAILED" as const);
    const resultCode = error?.code ?? remark;
    return {
      ...(await storeSession(call, this.compose(), received > 0 ? recording : null)),
      audioDuration: received,
      ...(charged === 0 && { isFree: true }),
      ...cost,
      ...(resultCode && { resultCode }),
    };
  }

  async #sayDone(amountMilli: string): Promise<void> {
    const { take } = this.#parts;
    const { error } = await this.#isOver;
    if (error) take({ type: "error", error });
    take({
      type: "done",
      trackingId: this.trackingId,
      audioSeconds: wholeSeconds(this.#received),
      chargeVnd: Number(formatMilli(BigInt(amountMilli))),
      transcript: this.compose().transcript,
    });
  }

  #sayError(failure: unknown): void {
    this.#parts.take({ type: "error", error: this.#describe(failure) });
  }
}
