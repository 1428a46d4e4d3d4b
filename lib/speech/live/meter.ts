import "server-only";
import type { Price } from "@/lib/money/prices/price-book";
import { quote } from "@/lib/money/prices/quote";
import { hasTestAudio } from "@/lib/money/wallet/allowances";
import { raiseHold } from "@/lib/money/wallet/holds";
import { chargedOf, chargePart, type Part } from "@/lib/money/wallet/parts";
import { transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { type Call, type Delivered, holdOf, isPaid, lowerHoldTo } from "@/lib/speech/call";
import { startedSeconds } from "@/lib/speech/schema";
import { sessionLimits } from "./contract";
import { holdMs, keepRow } from "./open-sessions";

/** Sound is paid for in slices of so many seconds of each channel, each of which is held before it is used. */
export const sliceSeconds = 60;

/** The seconds that are charged, as of a file. */
export const wholeSeconds = (length: number): number => (length > 0 ? startedSeconds(length) : 0);

/** Whether sound is charged only as far as its words were delivered: we failed, or the engine does not take the request. */
export const isOurs = ({ code, status }: AppError): boolean => status >= 500 || code === "PROVIDER_REJECTED";

/**
 * What a session may use: while a slice is used, the next one is held too. From time to time what was delivered is
 * charged, and the rest is held again.
 */
export class Meter {
  readonly #call: Call;
  readonly #price: Price;
  readonly #channels: number;
  readonly #mostSeconds: number;
  readonly #warn: (secondsLeft: number) => void;
  /** The number of slices that were held, and of those that could not be. */
  #held = 1;
  #missing = 0;
  /** Seconds of each channel that were charged, in so many parts. */
  #charged = 0;
  #parts = 0;
  #heldAt = performance.now();
  /** The hold is changed by one at a time, and no longer once the price is known. */
  #changes: Promise<void> = Promise.resolve();
  #isSettled = false;

  /** `warn` is called once for each slice that cannot be held, when the one before it begins to be used. */
  constructor(call: Call, price: Price, channels: number, mostSeconds: number, warn: (secondsLeft: number) => void) {
    this.#call = call;
    this.#price = price;
    this.#channels = channels;
    this.#mostSeconds = mostSeconds;
    this.#warn = warn;
    if (isPaid(call)) call.charged = () => chargedOf(call.trackingId);
  }

  /** The price of so many seconds of each channel. */
  costOf(seconds: number): Part {
    const units = seconds * this.#channels;
    return { amountMilli: quote(this.#price, units), units };
  }

  /** What is charged where we fail: the sound whose words were delivered. Null if there is none. */
  deliveredCost(delivered: number): Delivered | null {
    const seconds = wholeSeconds(delivered);
    return seconds > 0 ? { seconds, ...this.costOf(seconds) } : null;
  }

  /** Before sound is used up to so many seconds. Throws INSUFFICIENT_CREDIT, SPEND_CAP_REACHED, TOO_MANY_ATTEMPTS. */
  async cover(seconds: number): Promise<void> {
    const used = Math.max(1, Math.ceil(seconds / sliceSeconds));
    if (used > this.#held) await this.#hold(used);
    const next = used + 1;
    if (this.#held >= next || this.#missing >= next || used * sliceSeconds >= this.#mostSeconds) return;
    await this.#hold(next).catch((error) => {
      if (!(error instanceof AppError)) throw error;
      this.#missing = next;
      this.#warn(this.#held * sliceSeconds - seconds);
    });
  }

  #hold(slices: number): Promise<void> {
    return this.#change(async () => {
      const rest = this.costOf(slices * sliceSeconds - this.#charged);
      if (isPaid(this.#call)) await raiseHold(this.#call.trackingId, rest, holdMs);
      else if (!(await hasTestAudio(this.#call.caller.businessId)))
        throw new AppError("TOO_MANY_ATTEMPTS", { message: "live.testAudioUsed" });
      Object.assign(this.#call, this.costOf(slices * sliceSeconds));
      this.#held = slices;
    });
  }

  /** Whether the hold is so old that what was delivered is to be charged. */
  get isDue(): boolean {
    return isPaid(this.#call) && performance.now() - this.#heldAt >= sessionLimits.partMs;
  }

  /** Charges so many seconds, in all, as those whose words were delivered, and holds the rest again. */
  chargeUpTo(seconds: number): Promise<void> {
    return this.#change(async () => {
      if (!this.isDue) return;
      const rest = this.costOf(this.#held * sliceSeconds - seconds);
      const hold = { ...holdOf(this.#call), ...rest, expiresInMs: holdMs };
      await transaction(async (on) => {
        if (!(await keepRow(on, this.#call.trackingId))) throw new AppError("OVERLOADED");
        await chargePart(on, hold, this.#parts + 1, this.costOf(seconds - this.#charged));
      });
      this.#charged = seconds;
      this.#parts++;
      this.#heldAt = performance.now();
    });
  }

  /** No more is used: the price is that of so many seconds, and what is held becomes what is not charged of it. */
  async settle(seconds: number): Promise<void> {
    const cost = this.costOf(seconds);
    await this.#change(async () => {
      this.#isSettled = true;
      await lowerHoldTo(this.#call, cost);
    });
    Object.assign(this.#call, cost);
  }

  #change(work: () => Promise<void>): Promise<void> {
    const done = this.#changes.then(() => {
      if (this.#isSettled) throw new AppError("OVERLOADED");
      return work();
    });
    this.#changes = done.catch(() => undefined);
    return done;
  }
}
