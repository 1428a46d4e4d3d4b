import "server-only";
import type { RouteConfig } from "@hono/zod-openapi";
import { z } from "zod";
import type { Declaration } from "./endpoint";
import { problemSchema } from "./problem";

const idempotencyHeader = z.object({
  "idempotency-key": z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: "Your own name for this call, for 72 hours: sent again, it runs once and is charged once." }),
});

const header = (type: "string" | "integer", description: string) => ({ description, schema: { type } });

const limits = {
  "RateLimit-Policy": header("string", "The limits of the key and its business: calls in a window, and calls at once."),
  RateLimit: header("string", "What is left of each, and in how many seconds more is."),
};

const headersOf = (isLimited: boolean) => ({
  "X-Request-Id": header("string", "Names this call, refused or not."),
  ...(isLimited && limits),
});

const retryAfter = {
  "Retry-After": header("integer", "Seconds until the same call may go through, where that is known."),
};

/** The operation as OpenAPI says it. */
export function describe(declaration: Declaration<z.ZodType, z.ZodType, z.ZodType, z.ZodType>): RouteConfig {
  const { method, path, summary, scope, params, query, isIdempotent } = declaration;
  const headers = headersOf(scope !== "nobody");
  const problem = {
    description: "Refused",
    headers: { ...headers, ...retryAfter },
    content: { "application/problem+json": { schema: problemSchema } },
  };
  const operation = {
    method,
    path,
    summary,
    operationId: nameOf(method, path),
    security: scope === "nobody" ? [] : [{ ApiKey: scope === "any key" ? [] : [scope] }],
    request: { params, query, ...(isIdempotent && { headers: idempotencyHeader }), ...describeBody(declaration) },
    responses: { 200: { description: "Done", headers, content: describeAnswer(declaration) }, default: problem },
  };
  return operation as unknown as RouteConfig;
}

/** `post /ai/tts` → `postAiTts`: what generated clients call it. */
const nameOf = (method: string, path: string) =>
  method + path.replace(/[{}]/g, "").replace(/\/(\w)/g, (_, letter: string) => letter.toUpperCase());

function describeAnswer({
  response,
  alsoAs = [],
}: Pick<Declaration<z.ZodType, z.ZodType, z.ZodType, z.ZodType>, "response" | "alsoAs">) {
  const json = "parse" in response ? { "application/json": { schema: response } } : {};
  const others = "parse" in response ? alsoAs : response;
  const schema = (type: string) =>
    type.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" };
  return { ...json, ...Object.fromEntries(others.map((type) => [type, { schema: schema(type) }])) };
}

function describeBody({ body, form }: Pick<Declaration<z.ZodType, z.ZodType, z.ZodType, z.ZodType>, "body" | "form">) {
  if (body) return { body: { required: true, content: { "application/json": { schema: body } } } };
  if (!form) return {};
  const file = z.object({ file: z.string().meta({ format: "binary", description: "The audio." }) });
  const schema = z.intersection(file, form);
  return { body: { required: true, content: { "multipart/form-data": { schema } } } };
}
