import { seconds } from "@/lib/platform/clock";
import { type Price, PriceBook } from "./price-book";
import type { PriceUnit } from "./quote";

export type ConfiguredPrice = {
  modelId: string;
  unit: PriceUnit;
  /** Whole đồng for one unit, tax included. */
  priceVnd: number;
  /** ISO 8601, inclusive. */
  from: string;
  source: "built_in" | "engines";
  /** Only for a model without a price in force: it replaces none. */
  isDefault?: boolean;
};

export type NewPrice = Omit<ConfiguredPrice, "from"> & { from: Date };

/** How long before a price begins it is written: processes read every three seconds, and a write takes up to ten. */
export const leadMs = seconds(15);

/**
 * The prices to write for lines of one model that no process has seen before. `lines` are all configured ones, of
 * duplicates the first counts; `known` are the existing general prices. A model without a price in force gets its lines
 * unchanged. Otherwise the past stays: the line that the configuration has in force begins now, if its price differs.
 */
export function newPricesOf(
  lines: readonly ConfiguredPrice[],
  { unseen, known, now }: { unseen: ReadonlySet<ConfiguredPrice>; known: readonly Price[]; now: Date },
): NewPrice[] {
  const soon = new Date(+now + leadMs);
  const begins = (line: ConfiguredPrice) => new Date(line.from);
  const isFuture = (line: ConfiguredPrice) => begins(line) > now;
  const future = lines.filter((line) => isFuture(line) && unseen.has(line));
  const past = lines.filter((line) => !isFuture(line)).sort((a, b) => +begins(b) - +begins(a));
  const later = future.map((line) => ({ ...line, from: begins(line) > soon ? begins(line) : soon }));

  if (!known.some(({ from }) => from <= now)) {
    const first = past.filter(
      (line, index) => past.findIndex(({ from }) => +new Date(from) === +begins(line)) === index,
    );
    return [...first.map((line) => ({ ...line, from: begins(line) })), ...later];
  }
  const [current] = past;
  if (!current || current.isDefault || !unseen.has(current)) return later;
  const inForce = new PriceBook(known).find(current.modelId, null, soon);
  const isSame = inForce?.priceVnd === current.priceVnd && inForce.unit === current.unit;
  return isSame ? later : [{ ...current, from: soon }, ...later];
}

const from = "2026-01-01T00:00:00+07:00";

/** Default prices of the built-in models. To change one, add a line with a later `from`. */
export const builtInPrices: readonly ConfiguredPrice[] = [
  { modelId: "vang-espeak", unit: "1000_characters", priceVnd: 300, from, source: "built_in" },
  { modelId: "vang-demo-stt", unit: "second", priceVnd: 10, from, source: "built_in" },
];
