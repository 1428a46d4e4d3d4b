import "server-only";
import { type Context, Hono } from "hono";
import { etag } from "hono/etag";
import { isDatabaseAway } from "@/lib/database-away";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import { isDiskTrouble } from "@/lib/files/write";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { isLong } from "./body";
import { corsHeaders, isOpenPath, preflightHeaders, requireOwnOrigin } from "./cors";
import type { ApiEnv } from "./door";
import { findExposedKey, refuseExposed } from "./exposed-key";
import { limitHeaders } from "./limit-headers";
import { noteRefusal } from "./note-refusal";
import { describeApi } from "./openapi/document";
import { writeLlmsText } from "./openapi/llms";
import { problemResponse } from "./problem";
import { declareAudio } from "./routes/audio";
import { declareCatalogues } from "./routes/catalogues";
import { declareErase } from "./routes/erase";
import { declareHealth } from "./routes/health";
import { declarePreview } from "./routes/preview";
import { declarePronunciations } from "./routes/pronunciations";
import { declareSecretScanning } from "./routes/secret-scanning";

import { declareStt } from "./routes/stt";
import { declareTts } from "./routes/tts";

/** The first parts of every path that is the API's and never the console's. */
export const apiRoots = ["tts", "stt", "ai", "openapi.json", "llms.txt", "health", "pronunciations", "secret-scanning"];

/** The public API: one fetch handler, the same in front of Next, alone, and in tests. */
export function createApi({ isEnding = (): boolean => false } = {}): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();

  app.use(async (c, next) => {
    c.set("requestId", newId("request"));
    c.set("receivedAt", performance.now());
    // A key in an address ends up in logs and histories everywhere: refused before anything else is looked at.
    const exposed = findExposedKey(c);
    if (exposed) refuseExposed(c, exposed);
    await next();
    c.header("x-request-id", c.get("requestId"));
    c.header("x-content-type-options", "nosniff");
    tellLimits(c);
    const isOpen = isOpenPath(c.req.path) && !c.req.header("x-api-key");
    for (const [name, value] of Object.entries(corsHeaders(c.req.header("origin"), { isOpen }))) c.header(name, value);
  });

  declareTts(app);
  declarePreview(app);
  declarePronunciations(app);
  declareStt(app);
  declareAudio(app);
  declareErase(app);
  declareCatalogues(app);
  declareHealth(app, isEnding);
  declareSecretScanning(app);
  const document = JSON.stringify(describeApi("en"));
  const text = writeLlmsText();
  const kept = { "cache-control": "public, max-age=300" };
  app.use("/openapi.json", etag({ weak: true }));
  app.get("/openapi.json", (c) => c.body(document, 200, { ...kept, "content-type": "application/json" }));
  app.use("/llms.txt", etag({ weak: true }));
  app.get("/llms.txt", (c) => c.text(text, 200, kept));

  const methods = listMethods(app);
  const allowedAt = (path: string) => methods.find(({ pattern }) => pattern.test(path))?.allowed;
  app.options("*", (c, next) => {
    const allowed = allowedAt(c.req.path);
    if (!allowed) return next();
    const asked = { origin: c.req.header("origin"), isOpen: isOpenPath(c.req.path) };
    if (c.req.header("access-control-request-method")) requireOwnOrigin(asked);
    return c.body(null, 204, preflightHeaders({ ...asked, allowed }));
  });
  app.notFound((c) => {
    const allowed = allowedAt(c.req.path);
    const refusal = allowed ? new Refusal("METHOD_NOT_ALLOWED") : refusePath(c.req.path);
    const response = problemResponse(refusal, c.get("requestId"));
    if (allowed) response.headers.set("allow", allowed);
    return response;
  });
  app.onError((error, c) => {
    const requestId = c.get("requestId");
    const refusal = asRefusal(error, requestId, c.req.path);
    noteRefusal(c, refusal);
    const response = problemResponse(refusal, requestId);
    // What is still to come of a body is read off and thrown away. Where that may be much, the connection ends instead.
    if (isRestLong(c) || response.status === 413) response.headers.set("connection", "close");
    return response;
  });
  return app;
}

const refusePath = (path: string) =>
  new Refusal("NOT_FOUND", { message: "api.wrongPath", values: { path: path.slice(0, 200), url: env.url } });

function isRestLong({ env, req }: Context<ApiEnv>): boolean {
  const isHere = env?.incoming ? env.incoming.complete : req.raw.bodyUsed || !req.raw.body;
  return !isHere && isLong(req.header("content-length"));
}

function tellLimits(c: Context<ApiEnv>): void {
  const { allowances = [], refusal, retryAfterSeconds } = c.get("allowed") ?? {};
  for (const [name, value] of Object.entries(limitHeaders(allowances))) c.header(name, value);
  if (refusal) c.header("retry-after", String(retryAfterSeconds));
}

function asRefusal(error: Error, requestId: string, path: string): Refusal {
  if (error instanceof Refusal) return error;
  if (isDatabaseAway(error)) return new Refusal("OVERLOADED", { message: "api.noDatabase" });
  logBug(error, requestId, path);
  return isDiskTrouble(error) ? new Refusal("OVERLOADED", { message: "api.noRoom" }) : new Refusal("INTERNAL");
}

// Messages of database errors quote values; the frames say enough.
function logBug(error: Error, requestId: string, path: string): void {
  const frames = error.stack?.split("\n").slice(1, 8).join("\n");
  log.error({ requestId, path, error: error.name, frames }, "a request met a bug");
}

/** Each declared path with the methods it answers, for `405` and its `Allow`. */
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
