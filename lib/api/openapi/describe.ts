import "server-only";
import type { RouteConfig } from "@hono/zod-openapi";
import { z } from "zod";
import { isOpenAiPath } from "@/lib/api/openai/errors";
import { openAiErrorSchema } from "@/lib/api/openai/schema";
import { problemSchema } from "@/lib/api/problem";
import { vendorOf } from "@/lib/api/vendors/vendors";
import { type ErrorCode, errorCodes } from "@/lib/platform/errors";
import { type AnswerHeader, describeHeaders } from "./answer-headers";
import { type Declared, takesMetadata, takesRetention } from "./declaration";
import { listErrors } from "./error-sets";
import { textTypes } from "./operations/shared";

const idempotencyHeader = z.object({
  "Idempotency-Key": z.string().min(1).max(255).optional().meta({ description: "docs.described.idempotencyKey" }),
});

const priceHeader = z.object({
  "X-Price-Id": z.string().optional().meta({ description: "docs.described.shownPrice" }),
});

const metadataHeader = z.object({
  "X-Metadata": z
    .string()
    .max(4096)
    .optional()
    .meta({ description: "docs.described.metadataHeader", example: '{"orderId":"1024"}' }),
});

const retentionHeader = z.object({
  "X-Retention": z
    .enum(["none", "default"])
    .optional()
    .meta({ description: "docs.described.retentionHeader", example: "none" }),
});

const rangeHeaders = z.object({
  Range: z.string().optional().meta({ description: "docs.described.range", example: "bytes=0-1023" }),
  "If-Range": z.string().optional().meta({ description: "docs.described.ifRange" }),
});

const conditionHeaders = z.object({
  "If-Match": z.string().optional().meta({ description: "docs.described.ifMatch" }),
  "If-None-Match": z.string().optional().meta({ description: "docs.described.ifNoneMatch" }),
});

const revalidationHeaders = z.object({
  "If-None-Match": z.string().optional().meta({ description: "docs.described.ifNoneMatch" }),
});

const limits: AnswerHeader[] = [
  "RateLimit-Policy",
  "RateLimit",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
];

const ofFiles: AnswerHeader[] = ["Accept-Ranges", "Content-Disposition", "ETag"];

/** The operation as OpenAPI describes it, with every status and header it can return. */
export function describeOperation(
  declaration: Declared,
  words: { operationId: string; aliasOf?: string; summary: string; description: string; tag: string },
): RouteConfig {
  const { method, path, scope, params, query, isIdempotent, isCharged, supportsRange, isRevalidated } = declaration;
  const headers: z.ZodObject[] = [
    ...(declaration.headers ? [declaration.headers] : []),
    ...(isIdempotent ? [idempotencyHeader] : []),
    ...(isIdempotent && isCharged ? [priceHeader] : []),
    ...(takesMetadata(declaration) ? [metadataHeader] : []),
    ...(takesRetention(declaration) ? [retentionHeader] : []),
    ...(supportsRange ? [rangeHeaders, conditionHeaders] : []),
    ...(isRevalidated ? [revalidationHeaders] : []),
  ];
  const operation = {
    method,
    path,
    summary: words.summary,
    description: words.description,
    tags: [words.tag],
    operationId: words.operationId,
    ...(words.aliasOf && { "x-alias-of": words.aliasOf }),
    // Only schemes of OAuth 2 and OpenID Connect list scopes here; the description names ours.
    security: scope === "public" ? [] : [{ ApiKey: [] }, ...(isOpenAiPath(path) ? [{ Bearer: [] }] : [])],
    request: {
      params,
      query,
      ...(headers.length > 0 && { headers: headers.reduce((all, { shape }) => all.extend(shape), z.object({})) }),
      ...describeBody(declaration),
    },
    responses: { ...describeAnswers(declaration), ...describeErrors(declaration) },
  };
  return operation as unknown as RouteConfig;
}

const commonHeaders = ({ scope }: Declared): AnswerHeader[] => ["X-Request-Id", ...(scope === "public" ? [] : limits)];

function describeAnswers(declaration: Declared) {
  const { response, alternateTypes = [], responseHeaders = [], supportsRange, isRevalidated } = declaration;
  const extra: AnswerHeader[] = supportsRange ? ofFiles : isRevalidated ? ["ETag"] : [];
  const kept: AnswerHeader[] = takesRetention(declaration) ? ["X-Retention"] : [];
  const headers = [...commonHeaders(declaration), ...responseHeaders, ...kept, ...extra];

  const json = "parse" in response ? { "application/json": { schema: response } } : {};
  const others = "parse" in response ? alternateTypes : response;
  const text = { type: "string" };
  const file = { type: "string", format: "binary" };
  const content = {
    ...json,
    ...Object.fromEntries(
      others.map((type) => [type, { schema: type.startsWith("text/") || type === textTypes.srt ? text : file }]),
    ),
  };

  const whole = { description: "docs.described.done", headers: describeHeaders(headers), content };
  if (isRevalidated) {
    return { 200: whole, 304: { description: "docs.described.notModified", headers: describeHeaders(headers) } };
  }
  if (!supportsRange) return { [declaration.status ?? 200]: whole };
  const part = { description: "docs.described.part", headers: describeHeaders([...headers, "Content-Range"]), content };
  const unmodified = {
    description: "docs.described.notModified",
    headers: describeHeaders([...commonHeaders(declaration), ...responseHeaders, "ETag"]),
  };
  return { 200: whole, 206: part, 304: unmodified };
}

/** The error responses by status: each lists its codes, and has the headers that one of them can have. */
function describeErrors(declaration: Declared) {
  const all = listErrors(declaration);
  const isUpload = declaration.responseHeaders?.includes("Tus-Resumable");
  const statuses = [...new Set(all.map((code) => errorCodes[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = all.filter((code) => errorCodes[code].status === status) as [ErrorCode, ...ErrorCode[]];
      const headers: AnswerHeader[] = [
        ...commonHeaders(declaration),
        ...(codes.some((code) => errorCodes[code].retryable) ? (["Retry-After"] as const) : []),
        ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
        ...(vendorOf(declaration.path) ? (["X-Error-Code"] as const) : []),
        ...(status === 405 ? (["Allow"] as const) : []),
        ...(codes.includes("PRICE_CHANGED") ? (["X-Price-Id"] as const) : []),
        ...(status === 416 ? (["Content-Range"] as const) : []),
        ...(isUpload && status === 412 ? (["Tus-Version"] as const) : []),
        ...(isUpload && status === 409 ? (["Upload-Offset"] as const) : []),
      ];
      const problem = z.intersection(problemSchema, z.object({ code: z.enum(codes) }));
      const content = isOpenAiPath(declaration.path)
        ? { "application/json": { schema: z.intersection(problem, openAiErrorSchema) } }
        : { "application/problem+json": { schema: problem } };
      return [status, { description: codes.join(", "), headers: describeHeaders(headers), content }];
    }),
  );
}

const bytesSchema = z.string().meta({ id: "UploadBytes", format: "binary", description: "docs.described.uploadBytes" });

function describeBody({ method, body, form, bytes }: Declared) {
  if (bytes) {
    const content = { [bytes]: { schema: bytesSchema }, ...(body && { "application/json": { schema: body } }) };
    return { body: { required: method !== "post", content } };
  }
  if (body) return { body: { required: true, content: { "application/json": { schema: body } } } };
  if (!form) return {};
  const upload = z.object({ file: z.string().meta({ format: "binary", description: "docs.described.file" }) });
  const name = form.meta()?.id?.replace(/Request$/, "Upload");
  const schema = upload.extend((form as z.ZodObject).shape).meta({ id: name });
  return { body: { required: true, content: { "multipart/form-data": { schema } } } };
}
