import type { Scope } from "./scopes";

declare const proof: unique symbol;

/** Proof that a request carried a live key. Only `lib/api` makes one; services take it first. */
export type Caller = {
  readonly [proof]: "caller";
  readonly keyId: string;
  readonly businessId: string;
  readonly scopes: readonly Scope[];
  /** How long the business wants what it makes to stay readable; 0 is until it has been fetched. */
  readonly retentionDays: number;
  /** Whether its business has own pronunciations or reading settings. */
  readonly hasOwnReading: boolean;
};
