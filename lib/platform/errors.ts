import type { z } from "zod";

/** All error codes, with texts in the catalogues. `retryable`: the same request can succeed later, unchanged. */
export const errorCodes = {
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
  KEY_TOO_WIDE: { status: 403, retryable: false },
  LIVE_KEY_REQUIRED: { status: 403, retryable: false },
  FORBIDDEN: { status: 403, retryable: false },
  TWO_FACTOR_REQUIRED: { status: 403, retryable: false },
  STEP_UP_REQUIRED: { status: 403, retryable: true },
  AUDIO_LINK_INVALID: { status: 403, retryable: false },
  AUDIO_LINK_EXPIRED: { status: 403, retryable: false },
  IP_NOT_ALLOWED: { status: 403, retryable: false },
  ORIGIN_NOT_ALLOWED: { status: 403, retryable: false },
  BUSINESS_SUSPENDED: { status: 403, retryable: false },
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
  PRICE_CHANGED: { status: 409, retryable: false },
  PRONUNCIATIONS_FULL: { status: 409, retryable: false },
  WEBHOOK_LIMIT_REACHED: { status: 409, retryable: false },
  KEY_LIMIT_REACHED: { status: 409, retryable: false },
  PRECONDITION_FAILED: { status: 412, retryable: false },
  BODY_TOO_LARGE: { status: 413, retryable: false },
  AUDIO_TOO_LONG: { status: 413, retryable: false },
  CONTENT_TYPE_UNSUPPORTED: { status: 415, retryable: false },
  AUDIO_UNSUPPORTED: { status: 415, retryable: false },
  AUDIO_INVALID: { status: 422, retryable: false },
  AUDIO_EMPTY: { status: 422, retryable: false },
  BOOK_INVALID: { status: 422, retryable: false },
  BOOK_ENCRYPTED: { status: 422, retryable: false },
  IDEMPOTENCY_MISMATCH: { status: 422, retryable: false },
  SOURCE_REJECTED: { status: 422, retryable: false },
  SOURCE_CHANGED: { status: 422, retryable: false },
  SOURCE_UNAVAILABLE: { status: 422, retryable: true },
  CHECKSUM_MISMATCH: { status: 460, retryable: true },
  RANGE_NOT_SATISFIABLE: { status: 416, retryable: false },
  RATE_LIMITED_BUSINESS: { status: 429, retryable: true },
  RATE_LIMITED_KEY: { status: 429, retryable: true },
  CONCURRENCY_LIMITED_BUSINESS: { status: 429, retryable: true },
  CONCURRENCY_LIMITED_KEY: { status: 429, retryable: true },
  TOO_MANY_ATTEMPTS: { status: 429, retryable: true },
  REDACTION_FAILED: { status: 500, retryable: false },
  INTERNAL: { status: 500, retryable: true },
  PROVIDER_FAILED: { status: 502, retryable: true },
  OVERLOADED: { status: 503, retryable: true },
} as const satisfies Record<string, { status: number; retryable: boolean }>;

export type ErrorCode = keyof typeof errorCodes;

/** Whether the same request can succeed later. A code of another release is not known to be one. */
export const isRetryable = (code: string): boolean => code in errorCodes && errorCodes[code as ErrorCode].retryable;

export type ErrorDetails = {
  /** A catalogue id with a more specific message than the code's own, such as `keys.tooMany`. */
  message?: string;
  values?: Record<string, string | number>;
  /** The invalid field of the request. */
  param?: string;
  /** When the same request can succeed, where that is known. */
  retryAfterSeconds?: number;
  /** The running job that the request repeats. */
  trackingId?: string;
  /** Additional response headers, such as the size of a file that a range lies outside of. */
  headers?: Record<string, string>;
};

/** An expected failure: its code and message go to the caller. Anything else thrown is a bug, and not shown. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
  ) {
    super(details.message ?? code);
    this.name = "AppError";
  }

  get status(): (typeof errorCodes)[ErrorCode]["status"] {
    return errorCodes[this.code].status;
  }
}

/** Why aborted work has no result: the signal's reason if it is ours, or else that the client disconnected. */
export const asAborted = ({ reason }: AbortSignal): AppError =>
  reason instanceof AppError ? reason : new AppError("CLIENT_CLOSED");

/** Turns a check that throws into one of a schema's, so that a form gets the errors of all its fields at once. */
export const asIssue =
  <Value>(check: (value: Value) => unknown) =>
  (value: Value, context: z.RefinementCtx): void => {
    try {
      check(value);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      context.addIssue({ code: "custom", message: error.message, params: error.details.values });
    }
  };

/** Why an operator's act was not done, in words for the operator. */
export class OperatorError extends Error {}
