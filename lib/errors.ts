import type { z } from "zod";

/**
 * Every way Vang refuses, in one table: the API's codes, the console's, and the documentation's.
 * `status` is the HTTP status; `retryable` says whether the same call may succeed later, unchanged.
 * Each code has its words in the catalogues under `errors.<CODE>`.
 */
export const refusals = {
  INVALID_REQUEST: { status: 400, retryable: false },
  INVALID_JSON: { status: 400, retryable: false },
  IDEMPOTENCY_KEY_INVALID: { status: 400, retryable: false },
  TEXT_EMPTY: { status: 400, retryable: false },
  TEXT_TOO_LONG: { status: 400, retryable: false },
  SPOKEN_TEXT_TOO_LONG: { status: 400, retryable: false },
  TEXT_INVALID: { status: 400, retryable: false },
  VOICE_UNKNOWN: { status: 400, retryable: false },
  MODEL_UNKNOWN: { status: 400, retryable: false },
  VOICE_NOT_IN_MODEL: { status: 400, retryable: false },
  PROVIDER_REJECTED: { status: 400, retryable: false },
  KEY_IN_URL: { status: 400, retryable: false },
  KEY_MISSING: { status: 401, retryable: false },
  KEY_INVALID: { status: 401, retryable: false },
  NOT_SIGNED_IN: { status: 401, retryable: false },
  INSUFFICIENT_CREDIT: { status: 402, retryable: false },
  SPEND_CAP_REACHED: { status: 402, retryable: false },
  SCOPE_MISSING: { status: 403, retryable: false },
  FORBIDDEN: { status: 403, retryable: false },
  TWO_FACTOR_REQUIRED: { status: 403, retryable: false },
  STEP_UP_REQUIRED: { status: 403, retryable: true },
  AUDIO_LINK_INVALID: { status: 403, retryable: false },
  AUDIO_LINK_EXPIRED: { status: 403, retryable: false },
  IP_NOT_ALLOWED: { status: 403, retryable: false },
  ORIGIN_NOT_ALLOWED: { status: 403, retryable: false },
  REGION_NOT_ALLOWED: { status: 403, retryable: false },
  SIGNATURE_INVALID: { status: 403, retryable: false },
  NOT_FOUND: { status: 404, retryable: false },
  RESULT_NOT_FOUND: { status: 404, retryable: true },
  RESULT_EXPIRED: { status: 404, retryable: false },
  RESULT_FAILED: { status: 404, retryable: false },
  WRONG_REGION: { status: 404, retryable: false },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false },
  CLIENT_CLOSED: { status: 408, retryable: true },
  CONFLICT: { status: 409, retryable: false },
  IDEMPOTENCY_RUNNING: { status: 409, retryable: true },
  PRONUNCIATIONS_FULL: { status: 409, retryable: false },
  PRECONDITION_FAILED: { status: 412, retryable: false },
  BODY_TOO_LARGE: { status: 413, retryable: false },
  AUDIO_TOO_LONG: { status: 413, retryable: false },
  CONTENT_TYPE_UNSUPPORTED: { status: 415, retryable: false },
  AUDIO_UNSUPPORTED: { status: 415, retryable: false },
  AUDIO_INVALID: { status: 422, retryable: false },
  AUDIO_EMPTY: { status: 422, retryable: false },
  IDEMPOTENCY_MISMATCH: { status: 422, retryable: false },
  RANGE_NOT_SATISFIABLE: { status: 416, retryable: false },
  RATE_LIMITED_BUSINESS: { status: 429, retryable: true },
  RATE_LIMITED_KEY: { status: 429, retryable: true },
  CONCURRENCY_LIMITED_BUSINESS: { status: 429, retryable: true },
  CONCURRENCY_LIMITED_KEY: { status: 429, retryable: true },
  TOO_MANY_ATTEMPTS: { status: 429, retryable: true },
  INTERNAL: { status: 500, retryable: true },
  PROVIDER_FAILED: { status: 502, retryable: true },
  OVERLOADED: { status: 503, retryable: true },
} as const satisfies Record<string, { status: number; retryable: boolean }>;

export type RefusalCode = keyof typeof refusals;

export type RefusalWords = {
  /** A catalogue id that says it better than the code's own words, such as `keys.tooMany`. */
  message?: string;
  values?: Record<string, string | number>;
  /** The request's field that is wrong. */
  param?: string;
  /** When the same call may go through, where that is known. */
  retryAfterSeconds?: number;
  /** What the answer says besides in its head, such as the size of a file that a range lies outside of. */
  headers?: Record<string, string>;
};

/** A failure we chose: the caller is told. Anything else that is thrown is a bug, and its message stays with us. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly words: RefusalWords = {},
  ) {
    super(words.message ?? code);
    this.name = "Refusal";
  }

  get status(): (typeof refusals)[RefusalCode]["status"] {
    return refusals[this.code].status;
  }
}

/** Why work that a signal ended has no result: the reason we gave, or else that the client disconnected. */
export const asAborted = ({ reason }: AbortSignal): Refusal =>
  reason instanceof Refusal ? reason : new Refusal("CLIENT_CLOSED");

/** A check that refuses, as one of a schema's: so a form hears of all its wrong fields at once, each beside its field. */
export const refusing =
  <Value>(check: (value: Value) => unknown) =>
  (value: Value, context: z.RefinementCtx): void => {
    try {
      check(value);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      context.addIssue({ code: "custom", message: error.message, params: error.words.values });
    }
  };
