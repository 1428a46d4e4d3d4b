import "server-only";
import { resultCodes } from "@/lib/speech/schema";

const text = (description: string, example: string) => ({ description, example, schema: { type: "string" as const } });
const count = (description: string, example: number) => ({
  description,
  example,
  schema: { type: "integer" as const },
});
const choice = (description: string, values: readonly string[]) => ({
  description,
  example: values[0],
  schema: { type: "string" as const, enum: [...values] },
});

/** Response headers, as components of the OpenAPI document. */
export const answerHeaders = {
  "X-Request-Id": text("docs.described.requestId", "req_01k82ia559eaoo1urkogq1bvu1"),
  "RateLimit-Policy": text(
    "docs.described.rateLimitPolicy",
    '"business";q=120;w=60, "business-concurrent";q=8;qu="concurrent-requests"',
  ),
  RateLimit: text("docs.described.rateLimit", '"business";r=119;t=1, "business-concurrent";r=7'),
  "X-RateLimit-Limit": count("docs.described.nearestLimit", 120),
  "X-RateLimit-Remaining": count("docs.described.nearestLeft", 119),
  "X-RateLimit-Reset": count("docs.described.nearestReset", 1),
  "Retry-After": count("docs.described.retryAfter", 2),
  "WWW-Authenticate": text("docs.described.wwwAuthenticate", 'ApiKey header="X-Api-Key"'),
  "X-Error-Code": text("docs.described.code", "VOICE_UNKNOWN"),
  Allow: text("docs.described.allow", "POST, OPTIONS"),
  "X-Tracking-Id": text("docs.described.trackingIdReturned", "tts_01k82ia5n8ecdooi6hh7eb7f8r"),
  "X-Charge-Vnd": text("docs.described.chargeVnd", "5.1"),
  "X-Charge-Units": count("docs.described.chargeUnits", 17),
  "X-Price-Id": text("docs.described.chargePriceId", "prc_01k82ia559eaoo1urkogq1bvu1"),
  "X-Price-Vnd": count("docs.described.priceVnd", 300),
  "X-Price-From": text("docs.described.priceFrom", "2025-12-31T17:00:00.000Z"),
  "Idempotent-Replayed": choice("docs.described.idempotentReplayed", ["true"]),
  "X-Retention": choice("docs.described.retentionEcho", ["none"]),
  "X-AI-Generated": choice("docs.described.aiGenerated", ["true"]),
  "X-Engine": text("docs.described.engineName", "demo-synthetic"),
  "X-Ignored": text("docs.described.openAiIgnored", "instructions"),
  "X-Text-Warnings": text("docs.described.textWarningsHeader", "look-alikes"),
  "X-Formatting": text("docs.described.formattingHeader", "numerals, punctuate, casing, paragraphs"),
  "X-Keyterms": text("docs.described.keytermsHeader", "corrected"),
  "X-Result-Code": choice("docs.described.resultCode", resultCodes),
  "Content-Range": text("docs.described.contentRange", "bytes 0-1023/51608"),
  "Content-Disposition": text("docs.described.contentDisposition", 'attachment; filename="vang-uzx2ynsr.wav"'),
  "Accept-Ranges": text("docs.described.acceptRanges", "bytes"),
  Location: text("docs.described.location", "https://vang.example/uploads/upl_01k82ia5n8ecdooi6hh7eb7f8r"),
  "Tus-Resumable": text("docs.described.tusResumable", "1.0.0"),
  "Tus-Version": text("docs.described.tusResumable", "1.0.0"),
  "Upload-Offset": count("docs.described.uploadOffset", 8_388_608),
  "Upload-Length": count("docs.described.uploadLength", 104_857_600),
  "Upload-Expires": text("docs.described.uploadExpires", "Sun, 29 Nov 2026 17:00:00 GMT"),
  "Upload-Metadata": text("docs.described.uploadMetadata", "filename aOG7jXAubXAz"),
  ETag: text("docs.described.etag", '"uzx2ynsr36n32z5ufxc3u8viq4iakqjk.wav"'),
} as const;

export type AnswerHeader = keyof typeof answerHeaders;

export const describeHeaders = (names: readonly AnswerHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
