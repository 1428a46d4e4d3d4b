import "server-only";
import { clock, seconds } from "@/lib/clock";
import { log } from "@/lib/log";
import { builtInPrices } from "./built-in";
import type { ConfiguredPrice } from "./new-prices";
import { type AppliedPrice, type Price, PriceBook } from "./price-book";
import { readPrices } from "./read";
import { registerLines } from "./register";

/** Prices older than this are read again while they are used; older ones are not used. See `leadMs`. */
const freshMs = seconds(1);
const staleMs = seconds(3);

let book = new PriceBook([]);
let readAt = Number.NEGATIVE_INFINITY;
let reading: Promise<void> | undefined;
let configured = builtInPrices;
let registered: readonly ConfiguredPrice[] | undefined;

/** Sets the engine file's current prices. Each line is registered once, by one process: see `registerLines`. */
export function registerPrices(lines: readonly ConfiguredPrice[]): void {
  configured = [...lines, ...builtInPrices];
  readAt = Number.NEGATIVE_INFINITY;
  // Afterwards: the registry first offers the built-in models, and in the same turn those of its file.
  queueMicrotask(() =>
    pricesReady().catch((error: Error) => log.error({ reason: error.message }, "the prices could not be read")),
  );
}

/** Resolves once the prices in memory are less than three seconds old. */
export async function pricesReady(): Promise<void> {
  const ageMs = performance.now() - readAt;
  if (ageMs < freshMs) return;
  reading ??= read().finally(() => {
    reading = undefined;
  });
  if (ageMs < staleMs) return void reading.catch(() => undefined);
  await reading;
  // The configuration changed in the meantime.
  if (readAt === Number.NEGATIVE_INFINITY) await pricesReady();
}

async function read(): Promise<void> {
  const lines = configured;
  if (registered !== lines) await registerLines(lines).then(() => (registered = lines), warnOfPrices);
  const startedAt = performance.now();
  const prices = await readPrices(book.prices.length);
  if (prices.length > 0) book = new PriceBook(prices);
  if (configured === lines) readAt = startedAt;
}

/** Retried with the next read; the registered prices apply until then. */
const warnOfPrices = (error: Error) =>
  log.error({ reason: error.message }, "the configured prices could not be registered");

/**
 * A model's current price for a business; null for the general price. Throws when there is none, since such a model
 * should not be on offer.
 */
export async function findPrice(modelId: string, businessId: string | null): Promise<Price> {
  await pricesReady();
  const at = clock.now();
  const price = book.find(modelId, businessId, at);
  if (!price) throw new Error(`Model ${modelId} has no price at ${at.toISOString()}.`);
  return price;
}

/** A price of any business by its id, also a former one, as far as this process has read it. */
export const knownPrice = (id: string): Price | undefined => book.get(id);

/** Every price of a model that applies to a business at some time, in order; null for the general ones. */
export async function listAppliedPrices(modelId: string, businessId: string | null): Promise<AppliedPrice[]> {
  await pricesReady();
  return book.listApplied(modelId, businessId);
}

/** A model's current price for a business and the next one that is announced. Throws as `findPrice`. */
export async function findPriceAndNext(modelId: string, businessId: string | null) {
  const price = await findPrice(modelId, businessId);
  const next = book.listApplied(modelId, businessId).find(({ from }) => from > price.from);
  return { price, next: next ?? null };
}
