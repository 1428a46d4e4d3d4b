import "server-only";
import { clock, seconds } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import type { ConfiguredPrice } from "./new-prices";
import { builtInPrices } from "./new-prices";
import { type AppliedPrice, type Price, PriceBook } from "./price-book";
import { readPrices, registerLines } from "./register";

/** Prices older than this are read again while they are used; older ones are not used. See `leadMs`. */
const freshMs = seconds(1);
const staleMs = seconds(3);

let book = new PriceBook([]);
let readAt = Number.NEGATIVE_INFINITY;
let reading: Promise<void> | undefined;
let registered: readonly ConfiguredPrice[] | undefined;
let readFor: readonly ConfiguredPrice[] | undefined;

/** Resolves once the prices in memory are less than three seconds old. Registers a changed `configured` first. */
export async function pricesReady(configured: readonly ConfiguredPrice[]): Promise<void> {
  const ageMs = readFor === configured ? performance.now() - readAt : Number.POSITIVE_INFINITY;
  if (ageMs < freshMs) return;
  reading ??= readAgain(configured).finally(() => {
    reading = undefined;
  });
  if (ageMs < staleMs) return void reading.catch(() => undefined);
  await reading;
  // Another read of an older configuration was under way.
  if (readFor !== configured) await pricesReady(configured);
}

async function readAgain(configured: readonly ConfiguredPrice[]): Promise<void> {
  const lines = [...configured, ...builtInPrices];
  if (registered !== configured) {
    await registerLines(lines).then(
      () => {
        registered = configured;
      },
      // Retried with the next read; the registered prices apply until then.
      (error: Error) => log.error({ reason: error.message }, "the configured prices could not be registered"),
    );
  }
  const startedAt = performance.now();
  const prices = await readPrices(book.prices.length);
  if (prices.length > 0) book = new PriceBook(prices);
  readAt = startedAt;
  readFor = configured;
}

/** Null for the general price. Call `pricesReady` first. Throws without a price: the model should not be on offer. */
export function findPrice(modelId: string, businessId: string | null): Price {
  const at = clock.now();
  const price = book.find(modelId, businessId, at);
  if (!price) throw new Error(`Model ${modelId} has no price at ${at.toISOString()}.`);
  return price;
}

/** A price of any business by its id, also a former one, as far as this process has read it. */
export const knownPrice = (id: string): Price | undefined => book.get(id);

export const listAppliedPrices = (modelId: string, businessId: string | null): AppliedPrice[] =>
  book.listApplied(modelId, businessId);

/** `next` is the next price that is announced. Throws as `findPrice` does. */
export function findPriceAndNext(modelId: string, businessId: string | null) {
  const price = findPrice(modelId, businessId);
  const next = book.listApplied(modelId, businessId).find(({ from }) => from > price.from);
  return { price, next: next ?? null };
}
