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

/** The operation as OpenAPI says it. */
export function describe(declaration: Declaration<z.ZodType, z.ZodType, z.ZodType, z.ZodType>): RouteConfig {
  const { method, path, summary, scope, params, query, isIdempotent } = declaration;
  const problem = { description: "Refused", content: { "application/problem+json": { schema: problemSchema } } };
  const operation = {
    method,
    path,
    summary,
    operationId: nameOf(method, path),
    security: scope === "nobody" ? [] : [{ ApiKey: scope === "any key" ? [] : [scope] }],
    request: { params, query, ...(isIdempotent && { headers: idempotencyHeader }), ...describeBody(declaration) },
    responses: { 200: { description: "Done", content: describeAnswer(declaration) }, default: problem },
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
