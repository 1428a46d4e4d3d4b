import "server-only";
import type { RefusalCode } from "@/lib/errors";
import type { Declared } from "./endpoint";

const ofAll: RefusalCode[] = ["INVALID_REQUEST", "KEY_IN_URL", "INTERNAL", "OVERLOADED"];

const ofKeys: RefusalCode[] = [
  "KEY_MISSING",
  "KEY_INVALID",
  "IP_NOT_ALLOWED",
  "ORIGIN_NOT_ALLOWED",
  "RATE_LIMITED_BUSINESS",
  "RATE_LIMITED_KEY",
  "TOO_MANY_ATTEMPTS",
];

const ofScopes: RefusalCode[] = ["SCOPE_MISSING", "REGION_NOT_ALLOWED"];

const ofRuns: RefusalCode[] = ["CONCURRENCY_LIMITED_BUSINESS", "CONCURRENCY_LIMITED_KEY"];

const ofBodies: RefusalCode[] = ["BODY_TOO_LARGE", "CONTENT_TYPE_UNSUPPORTED", "CLIENT_CLOSED"];

const ofNames: RefusalCode[] = [
  "IDEMPOTENCY_KEY_INVALID",
  "IDEMPOTENCY_RUNNING",
  "IDEMPOTENCY_MISMATCH",
  "WRONG_REGION",
];

/** Of a text and who is to read it. */
export const ofTexts: RefusalCode[] = [
  "TEXT_EMPTY",
  "TEXT_TOO_LONG",
  "SPOKEN_TEXT_TOO_LONG",
  "TEXT_INVALID",
  "VOICE_UNKNOWN",
  "MODEL_UNKNOWN",
  "VOICE_NOT_IN_MODEL",
];

/** Of a call that is charged and runs an engine. */
export const ofCalls: RefusalCode[] = [
  "INSUFFICIENT_CREDIT",
  "SPEND_CAP_REACHED",
  "PROVIDER_REJECTED",
  "PROVIDER_FAILED",
];

/** Of audio that is to be transcribed. */
export const ofUploads: RefusalCode[] = [
  "MODEL_UNKNOWN",
  "AUDIO_UNSUPPORTED",
  "AUDIO_INVALID",
  "AUDIO_EMPTY",
  "AUDIO_TOO_LONG",
  // What an earlier call of the same Idempotency-Key heard may be gone by now.
  "RESULT_EXPIRED",
];

/** Of a call that is looked for by its trackingId. */
export const ofLookups: RefusalCode[] = ["RESULT_NOT_FOUND", "RESULT_FAILED", "RESULT_EXPIRED", "WRONG_REGION"];

/** Every code an operation may be refused with: its own, and those of whatever stands before its handler. */
export const listRefusals = ({ method, scope, body, form, isIdempotent, inRanges, refuses = [] }: Declared) => [
  ...new Set<RefusalCode>([
    ...ofAll,
    ...(scope === "nobody" ? [] : ofKeys),
    ...(scope === "nobody" || scope === "any key" ? [] : ofScopes),
    ...(method === "post" ? ofRuns : []),
    ...(body || form ? ofBodies : []),
    ...(body ? (["INVALID_JSON"] as const) : []),
    ...(isIdempotent ? ofNames : []),
    ...(inRanges ? (["PRECONDITION_FAILED", "RANGE_NOT_SATISFIABLE"] as const) : []),
    ...refuses,
  ]),
];
