import "server-only";
import { type Context, Hono } from "hono";
import { etag } from "hono/etag";
import { isDatabaseUnavailable } from "@/lib/platform/database-unavailable";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { isDiskTrouble } from "@/lib/platform/objects/files/write";
import type { ApiEnv } from "./authenticate";
import { isLong } from "./body";
import { corsHeaders, isOpenPath, preflightHeaders, requireOwnOrigin } from "./cors";
import { findExposedKey, rejectExposedKey } from "./exposed-key";
import { limitHeaders } from "./limit-headers";
import { countError, observeRequest } from "./observe-requests";
import { inOpenAiNames, isOpenAiPath, openAiErrorResponse } from "./openai/errors";
import { describeApi } from "./openapi/document";
import { writeLlmsText } from "./openapi/llms";
import { problemResponse } from "./problem";
import { recordRejection } from "./record-rejection";
import { declareAudio } from "./routes/audio";
import { declareBalance } from "./routes/balance";
import { declareBank } from "./routes/bank";
import { declareCatalogues } from "./routes/catalogues";
import { declareDeliveries } from "./routes/deliveries";
import { declareErase } from "./routes/erase";
import { declareHealth, type ProcessState } from "./routes/health";
import { declareOpenAi } from "./routes/openai";
import { declarePreview } from "./routes/preview";
import { declarePronunciations } from "./routes/pronunciations";
import { declareSample } from "./routes/sample";
import { declareSecretScanning } from "./routes/secret-scanning";
import { declareStt } from "./routes/stt";
import { declareTts } from "./routes/tts";
import { declareWebhookStream } from "./routes/webhook-stream";
import { declareWebhooks } from "./routes/webhooks";

/** The first segments of every path that belongs to the API and not to the console. */
export const apiRoots = [
  "tts",
  "stt",
  "ai",
  "openapi.json",
  "llms.txt",
  "health",
  "pronunciations",
  "balance",
  "usage",
  "history",
  "webhooks",
  "deliveries",
  "events",
  "secret-scanning",
  "bank",
  "sample",
  "v1",
];

/** The public API as one fetch handler: in front of Next, alone, and in tests. */
export function createApi(state: ProcessState = { isEnding: false }): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();

  app.use(observeRequest);
  app.use(async (c, next) => {
    c.set("receivedAt", performance.now());
    // A key in a URL ends up in logs and histories: rejected before anything else is checked.
    const exposed = findExposedKey(c);
    if (exposed) rejectExposedKey(c, exposed);
    await next();
    c.header("x-request-id", c.get("requestId"));
    c.header("x-content-type-options", "nosniff");
    setLimitHeaders(c);
    const isOpen = isOpenPath(c.req.path) && !c.req.header("x-api-key") && !c.req.header("authorization");
    for (const [name, value] of Object.entries(corsHeaders(c.req.header("origin"), { isOpen }))) c.header(name, value);
  });

  declareTts(app);
  declarePreview(app);
  declarePronunciations(app);
  declareStt(app);
  declareAudio(app);
  declareOpenAi(app);
  declareErase(app);
  declareCatalogues(app);
  declareBalance(app);
  declareWebhookStream(app, state);
  declareWebhooks(app);
  declareDeliveries(app);
  declareHealth(app, state);
  declareSecretScanning(app);
  declareBank(app);
  declareSample(app);
  const readDocument = once(() => JSON.stringify(describeApi("en")));
  const readForGenerators = once(() => JSON.stringify(describeApi("en", { hasAliases: false })));
  const readText = once(writeLlmsText);
  const kept = { "cache-control": "public, max-age=300" };
  app.use("/openapi.json", etag({ weak: true }));
  app.get("/openapi.json", (c) => {
    const read = c.req.query("aliases") === "omit" ? readForGenerators : readDocument;
    return c.body(read(), 200, { ...kept, "content-type": "application/json" });
  });
  app.use("/llms.txt", etag({ weak: true }));
  app.get("/llms.txt", (c) => c.text(readText(), 200, kept));

  const methods = listMethods(app);
  const allowedAt = (path: string) => methods.find(({ pattern }) => pattern.test(path))?.allowed;
  app.options("*", (c, next) => {
    const allowed = allowedAt(c.req.path);
    if (!allowed) return next();
    const requested = { origin: c.req.header("origin"), isOpen: isOpenPath(c.req.path) };
    if (c.req.header("access-control-request-method")) requireOwnOrigin(requested);
    return c.body(null, 204, preflightHeaders({ ...requested, allowed }));
  });
  app.notFound((c) => {
    const allowed = allowedAt(c.req.path);
    const appError = allowed ? new AppError("METHOD_NOT_ALLOWED") : pathError(c.req.path);
    const response = respondWith(appError, c);
    if (allowed) response.headers.set("allow", allowed);
    return response;
  });
  app.onError((error, c) => {
    const requestId = c.get("requestId");
    const found = toAppError(error, requestId, c.req.path);
    // As the client reads it, so that its record says the same.
    const appError = isOpenAiPath(c.req.path) ? inOpenAiNames(found) : found;
    recordRejection(c, appError, error);
    const response = respondWith(appError, c);
    // The rest of a body is read and discarded. If that can be much, the connection is closed instead.
    if (isRestLong(c) || response.status === 413) response.headers.set("connection", "close");
    return response;
  });
  return app;
}

function respondWith(appError: AppError, { req, get }: Context<ApiEnv>): Response {
  countError(appError.code);
  return (isOpenAiPath(req.path) ? openAiErrorResponse : problemResponse)(appError, get("requestId"));
}

/** Made at the first request for it, since it takes longer than the rest of the start. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const pathError = (path: string) =>
  new AppError("NOT_FOUND", { message: "api.wrongPath", values: { path: path.slice(0, 200), url: env.url } });

function isRestLong({ env, req }: Context<ApiEnv>): boolean {
  const isHere = env?.incoming ? env.incoming.complete : req.raw.bodyUsed || !req.raw.body;
  return !isHere && isLong(req.header("content-length"));
}

function setLimitHeaders(c: Context<ApiEnv>): void {
  const { allowances = [], error: appError, retryAfterSeconds } = c.get("allowed") ?? {};
  for (const [name, value] of Object.entries(limitHeaders(allowances))) c.header(name, value);
  if (appError) c.header("retry-after", String(retryAfterSeconds));
}

function toAppError(error: Error, requestId: string, path: string): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) return new AppError("OVERLOADED", { message: "api.noDatabase" });
  logBug(error, requestId, path);
  return isDiskTrouble(error) ? new AppError("OVERLOADED", { message: "api.noRoom" }) : new AppError("INTERNAL");
}

// Messages of database errors quote values; the stack frames are enough.
function logBug(error: Error, requestId: string, path: string): void {
  const frames = error.stack?.split("\n").slice(1, 8).join("\n");
  log.error({ requestId, path, error: error.name, frames }, "a request failed with a bug");
}

/** Each declared path with its methods, for `405` and its `Allow`. */
function listMethods(app: Hono<ApiEnv>) {
  const byPath = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (method === "ALL") continue;
    byPath.set(path, (byPath.get(path) ?? new Set<string>()).add(method).add(method === "GET" ? "HEAD" : method));
  }
  return [...byPath].map(([path, found]) => ({
    pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+").replaceAll(".", "\\.")}$`),
    allowed: [...found, "OPTIONS"].join(", "),
  }));
}
