import "server-only";
import { z } from "zod";
import { env } from "@/lib/env";
import { type Refusal, type RefusalCode, refusals } from "@/lib/errors";
import { say } from "@/lib/i18n/words";
import { explain } from "@/lib/support";
import { apiCodes } from "./openapi/error-topics";

const codes = apiCodes as RefusalCode[] as [RefusalCode, ...RefusalCode[]];

/** RFC 9457, with what a developer and a program need besides. */
export const problemSchema = z
  .object({
    type: z.url(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.enum(codes).meta({ description: codes.map((code) => `${code}: errors.${code}`).join("\n") }),
    message: z.string(),
    messageVi: z.string(),
    requestId: z.string(),
    param: z.string().nullable().meta({ description: "docs.described.param" }),
    docUrl: z.url(),
    retryable: z.boolean().meta({ description: "docs.described.retryable" }),
  })
  .meta({ id: "Problem" });

export type Problem = z.infer<typeof problemSchema>;

/** `RESULT_NOT_FOUND` → `Result not found`: the same for every occurrence, as the RFC asks of a title. */
const titleOf = (code: RefusalCode) => code.charAt(0) + code.slice(1).toLowerCase().replaceAll("_", " ");

export function describeRefusal(refusal: Refusal, requestId: string): Problem {
  const { code, words } = refusal;
  const { status, retryable } = refusals[code];
  const docUrl = `${env.url}/docs/errors#${code}`;
  const { id, values } = explain(refusal);
  const message = say("en", id, values);
  return {
    type: docUrl,
    title: titleOf(code),
    status,
    detail: message,
    instance: `urn:vang:request:${requestId}`,
    code,
    message,
    messageVi: say("vi", id, values),
    requestId,
    param: words.param ?? null,
    docUrl,
    retryable,
  };
}

/** When the same call may go through, unless the refusal knows better; the others know no time. */
const retryAfterSeconds: Partial<Record<RefusalCode, string>> = {
  OVERLOADED: "1",
  RESULT_NOT_FOUND: "2",
  IDEMPOTENCY_RUNNING: "1",
  TOO_MANY_ATTEMPTS: "60",
};

/** What every answer that refuses says in its head. */
function problemHeaders(code: RefusalCode, requestId: string, retryAfter = retryAfterSeconds[code]) {
  return {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "x-request-id": requestId,
    // RFC 9110 section 11.6.1: a 401 names its scheme.
    ...(refusals[code].status === 401 && { "www-authenticate": 'ApiKey header="X-Api-Key"' }),
    ...(retryAfter !== undefined && { "retry-after": retryAfter }),
  };
}

/** The refusal as an HTTP answer. */
export function problemResponse(refusal: Refusal, requestId: string): Response {
  const { retryAfterSeconds, headers: more } = refusal.words;
  const headers = { ...problemHeaders(refusal.code, requestId, retryAfterSeconds?.toString()), ...more };
  return new Response(JSON.stringify(describeRefusal(refusal, requestId)), { status: refusal.status, headers });
}
