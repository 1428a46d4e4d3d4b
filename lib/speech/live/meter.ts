import "server-only";
import type { Price } from "@/lib/money/prices/price-book";
import { quote } from "@/lib/money/prices/quote";
import { hasTestAudio } from "@/lib/money/wallet/allowances";
import { lowerHold, raiseHold } from "@/lib/money/wallet/holds";
import { AppError } from "@/lib/platform/errors";
import { type Call, isPaid } from "@/lib/speech/call";
import { holdMs } from "./open-sessions";

/** Sound is paid for in slices of so many seconds of each channel, each of which is held before it is used. */
export const sliceSeconds = 60;

/** What a session may use: while a slice is used, the next one is held too. */
export class Meter {
  readonly #call: Call;
  readonly #price: Price;
  readonly #channels: number;
  readonly #mostSeconds: number;
  readonly #warn: (secondsLeft: number) => void;
  /** The number of slices that are held, and of those that could not be. */
  #held = 1;
  #missing = 0;

  /** `warn` is called once for each slice that cannot be held, when the one before it begins to be used. */
  constructor(call: Call, price: Price, channels: number, mostSeconds: number, warn: (secondsLeft: number) => void) {
    this.#call = call;
    this.#price = price;
    this.#channels = channels;
    this.#mostSeconds = mostSeconds;
    this.#warn = warn;
  }

  /** The price of so many seconds of each channel. */
  costOf(seconds: number): { amountMilli: bigint; units: number } {
    const units = seconds * this.#channels;
    return { amountMilli: quote(this.#price, units), units };
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

  async #hold(slices: number): Promise<void> {
    const cost = this.costOf(slices * sliceSeconds);
    if (isPaid(this.#call)) await raiseHold(this.#call.trackingId, cost, holdMs);
    else if (!(await hasTestAudio(this.#call.caller.businessId)))
      throw new AppError("TOO_MANY_ATTEMPTS", { message: "live.testAudioUsed" });
    Object.assign(this.#call, cost);
    this.#held = slices;
  }

  /** No more is used: what is held becomes the price of so many seconds. */
  async settle(seconds: number): Promise<void> {
    const cost = this.costOf(seconds);
    if (isPaid(this.#call)) await lowerHold(this.#call.trackingId, cost.amountMilli, cost.units);
    Object.assign(this.#call, cost);
  }
}
