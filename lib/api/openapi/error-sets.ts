import "server-only";
import type { ErrorCode } from "@/lib/platform/errors";
import type { Declared } from "./declaration";

// METHOD_NOT_ALLOWED belongs to a path more than to an operation, but OpenAPI has no other place for it.
const commonErrors: ErrorCode[] = ["INVALID_REQUEST", "KEY_IN_URL", "METHOD_NOT_ALLOWED", "INTERNAL", "OVERLOADED"];

const keyErrors: ErrorCode[] = [
  "KEY_MISSING",
  "KEY_INVALID",
  "IP_NOT_ALLOWED",
  "BUSINESS_SUSPENDED",
  "ORIGIN_NOT_ALLOWED",
  "RATE_LIMITED_BUSINESS",
  "RATE_LIMITED_KEY",
  "TOO_MANY_ATTEMPTS",
];

/** The errors of every operation that takes a key, which the reference lists once. */
export const sharedErrors: readonly ErrorCode[] = [...commonErrors, ...keyErrors];

const scopeErrors: ErrorCode[] = ["SCOPE_MISSING", "REGION_NOT_ALLOWED"];

const concurrencyErrors: ErrorCode[] = ["CONCURRENCY_LIMITED_BUSINESS", "CONCURRENCY_LIMITED_KEY"];

const bodyErrors: ErrorCode[] = ["BODY_TOO_LARGE", "CONTENT_TYPE_UNSUPPORTED", "CLIENT_CLOSED"];

const idempotencyErrors: ErrorCode[] = ["IDEMPOTENCY_KEY_INVALID", "IDEMPOTENCY_MISMATCH"];

/** For a text that is to be read. */
export const textErrors: ErrorCode[] = [
  "TEXT_EMPTY",
  "TEXT_TOO_LONG",
  "SPOKEN_TEXT_TOO_LONG",
  "TEXT_INVALID",
  "VOICE_UNKNOWN",
  "MODEL_UNKNOWN",
  "VOICE_NOT_IN_MODEL",
  "LIVE_KEY_REQUIRED",
];

/** For a charged request that runs an engine. */
export const jobErrors: ErrorCode[] = [
  "INSUFFICIENT_CREDIT",
  "SPEND_CAP_REACHED",
  "PRICE_CHANGED",
  "PROVIDER_REJECTED",
  "PROVIDER_FAILED",
  // An Idempotency-Key can name a job that runs, or one of another region.
  "IDEMPOTENCY_RUNNING",
  "WRONG_REGION",
];

/** For audio that is to be transcribed. */
export const uploadErrors: ErrorCode[] = [
  "MODEL_UNKNOWN",
  "LIVE_KEY_REQUIRED",
  "AUDIO_UNSUPPORTED",
  "AUDIO_INVALID",
  "AUDIO_EMPTY",
  "AUDIO_TOO_LONG",
  // The transcript of an earlier request with the same Idempotency-Key may have been deleted.
  "RESULT_EXPIRED",
];

/** For a job that is looked up by its trackingId. */
export const lookupErrors: ErrorCode[] = ["RESULT_NOT_FOUND", "RESULT_FAILED", "RESULT_EXPIRED", "WRONG_REGION"];

/** Every error code of an operation: its own, and those of the checks before its handler. */
export const listErrors = ({
  runs,
  scope,
  isLiveOnly,
  body,
  form,
  bytes,
  isIdempotent,
  supportsRange,
  errors = [],
}: Declared) => [
  ...new Set<ErrorCode>([
    ...commonErrors,
    ...(scope === "public" ? [] : keyErrors),
    ...(scope === "public" || scope === "authenticated" ? [] : scopeErrors),
    ...(isLiveOnly ? (["LIVE_KEY_REQUIRED"] as const) : []),
    ...(runs ? concurrencyErrors : []),
    ...(body || form || bytes ? bodyErrors : []),
    ...(body ? (["INVALID_JSON"] as const) : []),
    ...(isIdempotent ? idempotencyErrors : []),
    ...(supportsRange ? (["PRECONDITION_FAILED", "RANGE_NOT_SATISFIABLE"] as const) : []),
    ...errors,
  ]),
];
