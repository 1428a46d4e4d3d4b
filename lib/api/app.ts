import "server-only";
import { Hono } from "hono";
import { etag } from "hono/etag";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { type ApiEnv, limitHeaders } from "./authenticate";
import { corsHeaders, isOpenPath, preflightHeaders } from "./cors";
import { rejectExposedKey } from "./exposed-key";
import { describeLiveApi } from "./live/asyncapi";
import { observeRequest } from "./observe-requests";
import { describeApi } from "./openapi/document";
import { writeLlmsText } from "./openapi/llms";
import { describeCollection } from "./openapi/postman";
import { rejectRequest, respondWith } from "./reject";
import { declareAudio } from "./routes/audio";
import { declareBalance } from "./routes/balance";
import { declareBank } from "./routes/bank";
import { declareCatalogues } from "./routes/catalogues";
import { declareDeepgram } from "./routes/deepgram";
import { declareDeliveries } from "./routes/deliveries";
import { declareElevenLabs } from "./routes/elevenlabs";
import { declareElevenLabsDictionaries } from "./routes/elevenlabs-dictionaries";
import { declareHealth, type ProcessState } from "./routes/health";
import { declareLive } from "./routes/live";
import { declareLongJobs } from "./routes/long-jobs";
import { declareManagement } from "./routes/management";
import { declareMcp } from "./routes/mcp";
import { declareOpenAi } from "./routes/openai";
import { declareSample } from "./routes/sample";
import { declareSdks } from "./routes/sdks";
import { declareSecretScanning } from "./routes/secret-scanning";
import { declareSpoken } from "./routes/spoken";
import { declareStt } from "./routes/stt";
import { declareTts } from "./routes/tts";
import { declareUploads, tusOptions } from "./routes/uploads";
import { declareVietnameseVendors } from "./routes/vietnamese-vendors";
import { declareWebhookStream } from "./routes/webhook-stream";
import { declareWebhooks } from "./routes/webhooks";

/** The first segments of every path that belongs to the API and not to the console. */
export const apiRoots = [
  "tts",
  "stt",
  "ai",
  "openapi.json",
  "asyncapi.json",
  "postman.json",
  "llms.txt",
  "health",
  "pronunciations",
  "balance",
  "usage",
  "history",
  "uploads",
  "jobs",
  "webhooks",
  "deliveries",
  "events",
  "keys",
  "service-accounts",
  "members",
  "budgets",
  "audit-events",
  "secret-scanning",
  "bank",
  "sample",
  "v1",
  "hmi",
  "mcp",
  "sdk",
];

/** The public API as one fetch handler: in front of Next, alone, and in tests. */
export function createApi(state: ProcessState = { isEnding: false }): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();

  app.use(observeRequest);
  app.use(async (c, next) => {
    c.set("receivedAt", performance.now());
    // Before anything else is checked: a key in a URL ends up in logs and histories.
    rejectExposedKey(c);
    await next();
    const allowed = c.get("allowed");
    const isOpen = isOpenPath(c.req.path) && !c.req.header("x-api-key") && !c.req.header("authorization");
    const ofAll = {
      "x-request-id": c.get("requestId"),
      "x-content-type-options": "nosniff",
      ...(allowed && limitHeaders(allowed)),
      ...corsHeaders(c.req.header("origin"), { isOpen }),
    };
    // Not with `c.header`, which would make a new response for each.
    const { headers } = c.res;
    for (const [name, value] of Object.entries(ofAll)) headers.set(name, value);
  });

  declareTts(app);
  declareStt(app);
  declareUploads(app);
  declareLongJobs(app, state);
  declareLive(app);
  declareSpoken(app);
  declareAudio(app);
  declareDeepgram(app);
  declareElevenLabs(app);
  declareElevenLabsDictionaries(app);
  declareOpenAi(app);
  declareMcp(app);
  declareVietnameseVendors(app);
  declareCatalogues(app);
  declareBalance(app);
  declareWebhookStream(app, state);
  declareWebhooks(app);
  declareDeliveries(app);
  declareManagement(app);
  declareHealth(app, state);
  declareSecretScanning(app);
  declareBank(app);
  declareSample(app);
  declareSdks(app);
  const readDocument = once(() => JSON.stringify(describeApi("en")));
  const readForGenerators = once(() => JSON.stringify(describeApi("en", { hasAliases: false })));
  const readText = once(writeLlmsText);
  const kept = { "cache-control": "public, max-age=300" };
  app.use("/openapi.json", etag({ weak: true }));
  app.get("/openapi.json", (c) => {
    const read = c.req.query("aliases") === "omit" ? readForGenerators : readDocument;
    return c.body(read(), 200, { ...kept, "content-type": "application/json" });
  });
  const readCollection = once(() => JSON.stringify(describeCollection("en")));
  app.use("/postman.json", etag({ weak: true }));
  app.get("/postman.json", (c) => c.body(readCollection(), 200, { ...kept, "content-type": "application/json" }));
  const readLive = once(() => JSON.stringify(describeLiveApi("en")));
  app.use("/asyncapi.json", etag({ weak: true }));
  app.get("/asyncapi.json", (c) => c.body(readLive(), 200, { ...kept, "content-type": "application/json" }));
  app.use("/llms.txt", etag({ weak: true }));
  app.get("/llms.txt", (c) => c.text(readText(), 200, kept));

  const methods = listMethods(app);
  const allowedAt = (path: string) => methods.find(({ pattern }) => pattern.test(path))?.allowed;
  app.options("*", (c, next) => {
    const allowed = allowedAt(c.req.path);
    if (!allowed) return next();
    const headers = preflightHeaders({
      origin: c.req.header("origin"),
      isOpen: isOpenPath(c.req.path),
      allowed,
      wantedMethod: c.req.header("access-control-request-method"),
    });
    return c.body(null, 204, { ...headers, ...(c.req.path.startsWith("/uploads") && tusOptions) });
  });
  app.notFound((c) => {
    const { path } = c.req;
    const allowed = allowedAt(path);
    const wrongPath = { message: "api.wrongPath", values: { path: path.slice(0, 200), url: env.url } };
    const appError = allowed ? new AppError("METHOD_NOT_ALLOWED") : new AppError("NOT_FOUND", wrongPath);
    const response = respondWith(appError, c);
    if (allowed) response.headers.set("allow", allowed);
    return response;
  });
  app.onError((error, c) => rejectRequest(c, error));
  return app;
}

/** Made at the first request for it, since it takes longer than the rest of the start. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
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
