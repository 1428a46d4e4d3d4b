import type { PriceUnit } from "./quote";

/** One price of one model, valid from a date until the next one begins. */
export type Price = {
  id: string;
  modelId: string;
  /** The business for which it was agreed; null for everyone. */
  businessId: string | null;
  from: Date;
  /** Whole đồng for one unit. */
  priceVnd: number;
  unit: PriceUnit;
  taxIncluded: boolean;
  createdAt: Date;
};

/** A price that applied, applies or will apply to a business; `until` is when the next one begins, if that is known. */
export type AppliedPrice = Price & { until: Date | null };

/** Prices indexed for lookup. Of prices with the same start the last one written applies. */
export class PriceBook {
  readonly #newestFirst = new Map<string, Price[]>();
  readonly #byId: ReadonlyMap<string, Price>;

  constructor(readonly prices: readonly Price[]) {
    this.#byId = new Map(prices.map((price) => [price.id, price]));
    const sorted = [...prices].sort(
      (a, b) => +b.from - +a.from || +b.createdAt - +a.createdAt || (a.id < b.id ? 1 : -1),
    );
    for (const price of sorted) {
      const key = keyOf(price.modelId, price.businessId);
      this.#newestFirst.set(key, [...(this.#newestFirst.get(key) ?? []), price]);
    }
  }

  get = (id: string): Price | undefined => this.#byId.get(id);

  /** A model's price for a business at a time: its own price, or else the general one. */
  find(modelId: string, businessId: string | null, at: Date): Price | undefined {
    const own = businessId === null ? undefined : this.#findIn(keyOf(modelId, businessId), at);
    return own ?? this.#findIn(keyOf(modelId, null), at);
  }

  /** Every price of a model that applies to a business at some time, in order; null for the general ones. */
  listApplied(modelId: string, businessId: string | null): AppliedPrice[] {
    const keys = new Set([keyOf(modelId, null), keyOf(modelId, businessId)]);
    const starts = [...keys].flatMap((key) => this.#newestFirst.get(key) ?? []).map(({ from }) => +from);
    const inForce = [...new Set(starts)]
      .sort((a, b) => a - b)
      .flatMap((start) => this.find(modelId, businessId, new Date(start)) ?? []);
    const applied = inForce.filter(({ id }, index) => id !== inForce[index - 1]?.id);
    return applied.map((price, index) => ({ ...price, until: applied[index + 1]?.from ?? null }));
  }

  #findIn(key: string, at: Date): Price | undefined {
    return this.#newestFirst.get(key)?.find(({ from }) => from <= at);
  }
}

const keyOf = (modelId: string, businessId: string | null) => `${modelId} ${businessId ?? ""}`;
