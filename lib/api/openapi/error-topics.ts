import "server-only";
import { type ErrorCode, errorCodes } from "@/lib/platform/errors";

/** Codes that only the console's forms show: the API never sends them, so its documentation leaves them out. */
const consoleOnly = ["NOT_SIGNED_IN", "FORBIDDEN", "TWO_FACTOR_REQUIRED", "STEP_UP_REQUIRED"] as const;

export type ApiCode = Exclude<ErrorCode, (typeof consoleOnly)[number]>;

export const errorTopics = [
  "request",
  "keys",
  "credit",
  "limits",
  "text",
  "audio",
  "results",
  "idempotency",
  "webhooks",
  "service",
] as const;

export type ErrorTopic = (typeof errorTopics)[number];

/** The topic under which the documentation lists each code of the API. */
export const topicOf: Record<ApiCode, ErrorTopic> = {
  INVALID_REQUEST: "request",
  INVALID_JSON: "request",
  CONTENT_TYPE_UNSUPPORTED: "request",
  BODY_TOO_LARGE: "request",
  NOT_FOUND: "request",
  CONFLICT: "webhooks",
  METHOD_NOT_ALLOWED: "request",
  CLIENT_CLOSED: "request",
  CHECKSUM_MISMATCH: "request",
  SOURCE_REJECTED: "audio",
  SOURCE_CHANGED: "audio",
  SOURCE_UNAVAILABLE: "audio",
  KEY_MISSING: "keys",
  KEY_INVALID: "keys",
  KEY_IN_URL: "keys",
  SCOPE_MISSING: "keys",
  KEY_TOO_WIDE: "keys",
  KEY_LIMIT_REACHED: "keys",
  LIVE_KEY_REQUIRED: "keys",
  IP_NOT_ALLOWED: "keys",
  ORIGIN_NOT_ALLOWED: "keys",
  REGION_NOT_ALLOWED: "keys",
  BUSINESS_SUSPENDED: "keys",
  SIGNATURE_INVALID: "keys",
  INSUFFICIENT_CREDIT: "credit",
  SPEND_CAP_REACHED: "credit",
  PRICE_CHANGED: "credit",
  RATE_LIMITED_BUSINESS: "limits",
  RATE_LIMITED_KEY: "limits",
  CONCURRENCY_LIMITED_BUSINESS: "limits",
  CONCURRENCY_LIMITED_KEY: "limits",
  TOO_MANY_ATTEMPTS: "limits",
  TEXT_EMPTY: "text",
  TEXT_TOO_LONG: "text",
  SPOKEN_TEXT_TOO_LONG: "text",
  TEXT_INVALID: "text",
  BOOK_INVALID: "text",
  BOOK_ENCRYPTED: "text",
  VOICE_UNKNOWN: "text",
  MODEL_UNKNOWN: "text",
  VOICE_NOT_IN_MODEL: "text",
  PROVIDER_REJECTED: "text",
  PRONUNCIATIONS_FULL: "text",
  AUDIO_EMPTY: "audio",
  AUDIO_TOO_LONG: "audio",
  AUDIO_UNSUPPORTED: "audio",
  AUDIO_INVALID: "audio",
  AUDIO_LINK_INVALID: "audio",
  AUDIO_LINK_EXPIRED: "audio",
  REDACTION_FAILED: "audio",
  RANGE_NOT_SATISFIABLE: "audio",
  PRECONDITION_FAILED: "audio",
  RESULT_NOT_FOUND: "results",
  RESULT_EXPIRED: "results",
  RESULT_FAILED: "results",
  WRONG_REGION: "results",
  IDEMPOTENCY_KEY_INVALID: "idempotency",
  IDEMPOTENCY_MISMATCH: "idempotency",
  IDEMPOTENCY_RUNNING: "idempotency",
  WEBHOOK_LIMIT_REACHED: "webhooks",
  INTERNAL: "service",
  PROVIDER_FAILED: "service",
  OVERLOADED: "service",
};

/** Every code the API can send, in the order of `refusals`. */
export const apiCodes = (Object.keys(errorCodes) as ErrorCode[]).filter((code): code is ApiCode => code in topicOf);
