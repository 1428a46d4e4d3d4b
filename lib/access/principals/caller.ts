import type { Api } from "./choices";
import type { KeyMode } from "./mode";
import type { Scope } from "./scopes";

declare const proof: unique symbol;

/** Proof that a request carried an active key. Only `lib/api` creates one; services take it as their first argument. */
export type Caller = {
  readonly [proof]: "caller";
  readonly keyId: string;
  /** The last characters of the secret that was sent. */
  readonly keyHint: string;
  readonly businessId: string;
  readonly mode: KeyMode;
  /** By which the request came; undefined in tests. */
  readonly api?: Api;
  readonly scopes: readonly Scope[];
  /** How long the business keeps results readable; 0 is until they have been fetched. */
  readonly retentionDays: number;
  /** Whether nothing of the content of its jobs is kept, as its request or its key asks; undefined in tests. */
  readonly keepsNothing?: boolean;
  /** Whether its business has its own pronunciations or normalization settings. */
  readonly hasOwnReading: boolean;
  /** Whether its business has settings of transcripts, or the key has key terms. */
  readonly hasOwnTranscripts: boolean;
  /** What its key can spend, where the database is in another region; otherwise null. */
  readonly spendableMilli?: bigint | null;
  /** Of a test key: a person who owns its business. */
  readonly ownerId?: string | null;
  /** A playground key is made without a recent proof of identity, so it erases nothing. */
  readonly isPlayground: boolean;
};
