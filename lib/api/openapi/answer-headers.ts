import "server-only";
import { resultCodes } from "@/lib/speech/schema";

const text = (description: string) => ({ description, schema: { type: "string" as const } });
const count = (description: string) => ({ description, schema: { type: "integer" as const } });
const choice = (description: string, values: readonly string[]) => ({
  description,
  schema: { type: "string" as const, enum: [...values] },
});

/** Response headers, as components of the OpenAPI document. */
export const answerHeaders = {
  "X-Request-Id": text("docs.described.requestId"),
  "RateLimit-Policy": text("docs.described.rateLimitPolicy"),
  RateLimit: text("docs.described.rateLimit"),
  "X-RateLimit-Limit": count("docs.described.nearestLimit"),
  "X-RateLimit-Remaining": count("docs.described.nearestLeft"),
  "X-RateLimit-Reset": count("docs.described.nearestReset"),
  "Retry-After": count("docs.described.retryAfter"),
  "WWW-Authenticate": text("docs.described.wwwAuthenticate"),
  "X-Tracking-Id": text("docs.described.trackingIdTold"),
  "X-Charge-Vnd": text("docs.described.chargeVnd"),
  "Idempotent-Replayed": choice("docs.described.idempotentReplayed", ["true"]),
  "X-AI-Generated": choice("docs.described.aiGenerated", ["true"]),
  "X-Engine": text("docs.described.engineTold"),
  "X-Result-Code": choice("docs.described.resultCode", resultCodes),
  "Content-Range": text("docs.described.contentRange"),
  "Content-Disposition": text("docs.described.contentDisposition"),
  "Accept-Ranges": text("docs.described.acceptRanges"),
  ETag: text("docs.described.etag"),
} as const;

export type AnswerHeader = keyof typeof answerHeaders;

export const describeHeaders = (names: readonly AnswerHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
