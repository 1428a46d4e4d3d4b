import "server-only";
import { resultCodes } from "@/lib/speech/schema";

const text = (description: string) => ({ description, schema: { type: "string" as const } });
const count = (description: string) => ({ description, schema: { type: "integer" as const } });
const choice = (description: string, values: readonly string[]) => ({
  description,
  schema: { type: "string" as const, enum: [...values] },
});

/** What answers say in their heads, as OpenAPI says it among its components. */
export const answerHeaders = {
  "X-Request-Id": text("Names this request, refused or not."),
  "RateLimit-Policy": text("The limits of the key and its business: calls in a window, and calls at once."),
  RateLimit: text("What is left of each, and in how many seconds more is."),
  "X-RateLimit-Limit": count("Calls in a minute, of the limit that is nearest."),
  "X-RateLimit-Remaining": count("What is left of it."),
  "X-RateLimit-Reset": count("Seconds until more is left of it."),
  "Retry-After": count("Seconds until the same call may go through, where that is known."),
  "WWW-Authenticate": text("Names the header that holds the key."),
  "X-Tracking-Id": text("The call's trackingId."),
  "X-Charge-Vnd": text("What the call costs, in đồng."),
  "Idempotent-Replayed": choice("Sent when this is the answer to an earlier call of the same Idempotency-Key.", [
    "true",
  ]),
  "X-AI-Generated": choice("A machine made the voice.", ["true"]),
  "X-Engine": text("The engine, where that matters: `demo-synthetic` is the demonstration recogniser."),
  "X-Result-Code": choice(
    "What is remarkable of the result. NO_SPEECH_FOUND: the transcript is empty, and nothing is charged.",
    resultCodes,
  ),
  "Content-Range": text("The bytes that are sent of how many, or, refused, the file's size."),
  "Content-Disposition": text("A name for the file."),
  "Accept-Ranges": text("`bytes`: ask for a part with Range."),
  ETag: text("For If-Range."),
} as const;

export type AnswerHeader = keyof typeof answerHeaders;

export const describeHeaders = (names: readonly AnswerHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
