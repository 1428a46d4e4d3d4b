import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "@/lib/access/principals/caller";
import { SamplesAsSent, separateChannels } from "@/lib/engines/audio/samples-as-sent";
import { findModelPrice, type Offered } from "@/lib/engines/catalogue";
import { openLiveRecognizer } from "@/lib/engines/live/by-utterance";
import type { LiveEvent, LiveRecognizer } from "@/lib/engines/provider";
import { asAppError } from "@/lib/engines/provider-error";
import type { Price } from "@/lib/money/prices/price-book";
import { quote } from "@/lib/money/prices/quote";
import { formatMilli } from "@/lib/platform/amounts";
import { minutes, seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { type Arrival, type Call, type Delivered, type Outcome, type Ran, shareOf } from "@/lib/speech/call";
import { storeContent, storeContentAndFile } from "@/lib/speech/content";
import { marksOf } from "@/lib/speech/marks";
import { runCall } from "@/lib/speech/run";
import { startedSeconds } from "@/lib/speech/schema";
import { chargeSilence, chooseModel, isVietnamese, languageOf } from "@/lib/speech/transcribe";
import { findOwnSettings, wantedTranscript } from "@/lib/speech/transcripts/settings";
import { type LiveOutput, type LiveRequest, sessionLimits, type WarningCode } from "./contract";
import { Meter, sliceSeconds } from "./meter";
import { endedRow, holdMs, keepOpen, type OpenSession, recordOpen } from "./open-sessions";
import { Recording } from "./recording";
import { WrittenTranscripts } from "./written";

/** How long the last words are waited for at the end of a session; one whose key has ended is over within 5 s. */
const lastWordsMs = { withoutKey: seconds(2), others: seconds(10) };

/** Before the longest session ends. */
const endWarningMs = minutes(1);

/**
 * Begins a live transcription: one job, whose sound comes while it is spoken. Resolves when its first slice is held and
 * the engine is ready; from then on everything that it has to say goes to `take`, and `done` or `error` comes last. Throws
 * MODEL_UNKNOWN, LIVE_KEY_REQUIRED, INSUFFICIENT_CREDIT, SPEND_CAP_REACHED, TOO_MANY_ATTEMPTS.
 */
export async function openLiveSession(
  caller: Caller,
  request: LiveRequest,
  arrival: Omit<Arrival, "fingerprint" | "signal">,
  take: (output: LiveOutput) => void,
): Promise<LiveSession> {
  const offered = chooseModel(request.modelId, caller);
  const price = await findModelPrice(offered, caller.businessId);
  const channels = separateChannels(request.sound);
  const units = sliceSeconds * channels;
  const trackingId = newId("stt");
  const call: Call = {
    caller,
    service: "stt",
    trackingId,
    modelId: offered.model.modelId,
    voiceId: null,
    languageCode: request.languageCode ?? null,
    characters: null,
    rulesVersion: null,
    amountMilli: quote(price, units),
    units,
    priceId: price.id,
    receivedAt: arrival.receivedAt,
    requestId: arrival.requestId,
    metadata: arrival.metadata,
    place: arrival.place,
    expiresInMs: holdMs,
    alongside: [endedRow(trackingId)],
  };
  const { formatting, terms, cut } = wantedTranscript(request, await findOwnSettings(caller));
  const isVi = isVietnamese(languageOf(request, offered));
  const transcripts = new WrittenTranscripts(
    channels,
    { formatting: isVi ? formatting : [], keyterms: isVi ? terms : [], redact: [] },
    terms.length > 0 ? { isRepaired: isVi, cut } : undefined,
  );
  return new Promise((resolve, reject) => {
    const ran = runCall(call, async () => {
      await recordOpen(call, price, channels);
      const recording = await Recording.create(channels);
      const session = new LiveSession({ call, request, offered, price, terms, transcripts, recording, take, ran });
      resolve(session);
      return session.run();
    });
    ran.catch(reject);
  });
}

type Parts = {
  call: Call;
  request: LiveRequest;
  offered: Offered;
  price: Price;
  terms: readonly string[];
  transcripts: WrittenTranscripts;
  recording: Recording;
  take: (output: LiveOutput) => void;
  ran: Promise<Ran>;
};

/** `error`: why it ends before its client wants it to; null where that wants it or has left. */
type End = { error: AppError | null };

/** The seconds that are charged, as of a file. */
const wholeSeconds = (length: number): number => (length > 0 ? startedSeconds(length) : 0);

/** Whether sound is charged only as far as its words were delivered: we failed, or the engine does not take the request. */
const isOurs = ({ code, status }: AppError): boolean => status >= 500 || code === "PROVIDER_REJECTED";

/** One live transcription, which knows nothing of the connection. Its calls take effect in their order. */
export class LiveSession implements OpenSession {
  readonly call: Call;
  readonly trackingId: string;
  /** Resolves once the job is recorded, and everything was said. */
  readonly ended: Promise<void>;
  readonly #parts: Parts;
  readonly #sound: SamplesAsSent;
  readonly #meter: Meter;
  readonly #recognizers: LiveRecognizer[];
  readonly #stop = new AbortController();
  readonly #startedAt = performance.now();
  readonly #delivered: number[];
  readonly #longestMs: number;
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;
  #soundStartedAt: number | undefined;
  #lastSignAt = performance.now();
  readonly #warned = new Set<WarningCode>();
  /** Whether the client has asked for the finals that come. */
  #isRequested = false;
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
    this.#sound = new SamplesAsSent(request.sound);
    this.#longestMs = Math.min(sessionLimits.longestMs, seconds(request.longestSeconds ?? Number.POSITIVE_INFINITY));
    const channels = Array.from({ length: separateChannels(request.sound) }, (_, channel) => channel);
    this.#delivered = channels.map(() => 0);
    this.#meter = new Meter(call, price, channels.length, this.#longestMs / 1000, (left) =>
      this.#warn("CREDIT_ENDS", { seconds: Math.max(0, Math.floor(left)) }),
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
    call.delivered = () => this.#deliveredCost();
    this.ended = ran.then(
      ({ finished }) => this.#sayDone(finished.amountMilli),
      (error) => this.#sayError(error),
    );
  }

  /** Seconds of sound, of each channel, whose final words were delivered. */
  get delivered(): number {
    return Math.max(...this.#delivered);
  }

  /** Takes sound in its encoding; resolves when there is room for more. */
  receive(bytes: Uint8Array): Promise<void> {
    this.keepAlive();
    return this.#next(async () => {
      const length = this.#sound.seconds + this.#sound.secondsOf(bytes.length);
      await this.#keepPace(length);
      await this.#meter.cover(length);
      const channels = this.#sound.push(bytes);
      await this.#parts.recording.append(channels);
      await Promise.all(channels.map((samples, channel) => this.#recognizers[channel]?.push(samples)));
    });
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
    this.#lastSignAt = performance.now();
    this.#warned.delete("IDLE");
  }

  /** Ends the session after the sound that came: the last words are delivered, and then why it ends. */
  end(error: AppError | null = null): Promise<void> {
    if (!this.#ending && error) {
      const longestMs = error.status === 401 ? lastWordsMs.withoutKey : lastWordsMs.others;
      setTimeout(() => this.#over({ error }), longestMs).unref();
    }
    this.#ending ??= this.#queue
      .then(() => Promise.all(this.#recognizers.map((recognizer) => recognizer.flush())))
      .then(
        () => this.#over({ error }),
        (failure) => this.#over({ error: error ?? this.#describe(failure) }),
      );
    return this.ended;
  }

  async leave(): Promise<void> {
    this.#warn("RESTART", { seconds: sessionLimits.leaveMs / 1000 });
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
      if (error && isOurs(error) && !this.#deliveredCost()) throw error;
      return await this.#makeOutcome(error);
    } catch (error) {
      await this.#parts.recording.remove();
      throw error;
    } finally {
      clearInterval(timer);
      close();
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
        void this.end(this.#describe(failure));
      })
      .finally(() => this.#waiting--);
    return this.#queue;
  }

  #describe(failure: unknown): AppError {
    const { aborted, reason } = this.#stop.signal;
    const error = aborted ? reason : asAppError(failure, this.#stop.signal);
    if (error instanceof AppError) return error;
    log.error({ reason: (error as Error).name, trackingId: this.trackingId }, "a live transcription failed with a bug");
    return new AppError("INTERNAL");
  }

  /** Sound may come somewhat faster than it is spoken, to catch up after a bad connection. */
  async #keepPace(length: number): Promise<void> {
    this.#soundStartedAt ??= performance.now();
    const { pace, burstSeconds } = sessionLimits;
    const allowed = burstSeconds + (pace * (performance.now() - this.#soundStartedAt)) / 1000;
    if (length <= allowed) return;
    await sleep(seconds((length - allowed) / pace), undefined, { signal: this.#stop.signal, ref: false });
  }

  #watch(): void {
    const { idleMs, idleWarningMs } = sessionLimits;
    const now = performance.now();
    // While sound waits for its turn, its client may wait too.
    const quietMs = this.#waiting > 0 ? 0 : now - this.#lastSignAt;
    if (quietMs >= idleMs) void this.end(new AppError("CLIENT_CLOSED", { message: "live.idle" }));
    else if (quietMs >= idleWarningMs) this.#warn("IDLE", { seconds: (idleMs - idleWarningMs) / 1000 });
    const leftMs = this.#longestMs - Math.max(now - this.#startedAt, seconds(this.#sound.seconds));
    const values = { minutes: Math.round(this.#longestMs / minutes(1)) };
    if (leftMs <= 0) void this.end(new AppError("AUDIO_TOO_LONG", { message: "live.tooLong", values }));
    else if (leftMs <= endWarningMs) this.#warn("SESSION_ENDS", { seconds: Math.floor(leftMs / 1000) });
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
      if (written.text !== "") take({ type, channel, start, end, ...written });
      return;
    }
    const written = transcripts.add(channel, transcription);
    if (written.text !== "") {
      this.#delivered[channel] = Math.min(end, this.#sound.seconds);
      take({ type, channel, start, end, isEnd: event.isEnd, isRequested: this.#isRequested, ...written });
    }
    if (event.isEnd) take({ type: "utteranceEnd", channel, at: written.words.at(-1)?.end ?? end });
  }

  #warn(code: WarningCode, values: Record<string, number>): void {
    if (this.#warned.has(code)) return;
    this.#warned.add(code);
    this.#parts.take({ type: "warning", code, values });
  }

  /** What is charged where we fail: the sound whose words were delivered. */
  #deliveredCost(): Delivered | null {
    const whole = wholeSeconds(this.delivered);
    return whole > 0 ? { seconds: whole, ...this.#meter.costOf(whole) } : null;
  }

  async #makeOutcome(error: AppError | null): Promise<Outcome> {
    const { call, transcripts, recording } = this.#parts;
    const received = wholeSeconds(this.#sound.seconds);
    const charged = error && isOurs(error) ? wholeSeconds(this.delivered) : received;
    await this.#meter.settle(charged);
    const isSilent = transcripts.isEmpty;
    const cost = isSilent && charged > 0 ? await chargeSilence(call, charged * this.#recognizers.length) : null;
    const { content, isWritten } = transcripts.compose();
    const recognized = { ...content, fileName: null, config: this.#parts.request.config ?? null };
    const spark = await recording.finish();
    const { size } = recording;
    const stored =
      received > 0
        ? await storeContentAndFile(recognized, recording.path, "wav")
        : { contentObject: await storeContent(recognized), fileObject: null };
    if (received === 0) await recording.remove();
    const remark = isSilent ? ("NO_SPEECH_FOUND" as const) : isWritten ? null : ("FORMATTING_FAILED" as const);
    const resultCode = error?.code ?? remark;
    return {
      audioObject: null,
      audioFormat: received > 0 ? "wav" : null,
      contentObject: stored.contentObject,
      inputObject: stored.fileObject,
      audioDuration: received,
      fileSizeBytes: String(received > 0 ? size : 0),
      spark,
      marks: marksOf(call.caller.businessId, `${content.transcript} ${content.raw?.transcript ?? ""}`),
      ...(charged === 0 && { isFree: true }),
      ...cost,
      ...(resultCode && { resultCode }),
    };
  }

  async #sayDone(amountMilli: string): Promise<void> {
    const { take, transcripts } = this.#parts;
    const { error } = await this.#isOver;
    if (error) take({ type: "error", error });
    take({
      type: "done",
      trackingId: this.trackingId,
      audioSeconds: wholeSeconds(this.#sound.seconds),
      chargeVnd: Number(formatMilli(BigInt(amountMilli))),
      transcript: transcripts.compose().content.transcript,
    });
  }

  #sayError(failure: unknown): void {
    this.#parts.take({ type: "error", error: this.#describe(failure) });
  }
}
