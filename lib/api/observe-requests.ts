import "server-only";
import type { ServerResponse } from "node:http";
import type { Span } from "@opentelemetry/api";
import type { Context, Next } from "hono";
import { matchedRoutes } from "hono/route";
import { newId } from "@/lib/platform/ids";
import { withLogFields } from "@/lib/platform/log";
import { increment, observe } from "@/lib/platform/telemetry/metrics";
import { continuingTrace, fail, traced } from "@/lib/platform/telemetry/tracing";
import type { ApiEnv } from "./authenticate";

function count(operation: string, status: number, startedAt: number): void {
  const labels = { operation, status: String(status) };
  increment("vang_http_requests_total", labels);
  observe("vang_http_request_duration_seconds", labels, (performance.now() - startedAt) / 1000);
}

/** Times each request until its response begins, within the client's trace, and puts its ID into its log lines. */
export function observeRequest(c: Context<ApiEnv>, next: Next): Promise<void> {
  const startedAt = performance.now();
  const requestId = newId("request");
  c.set("requestId", requestId);
  const work = async (span?: Span) => {
    await withLogFields({ requestId }, next);
    // An operation or the pattern of a path: what clients make up must not become a series.
    const route = matchedRoutes(c).findLast(({ method }) => method !== "ALL");
    const operation = c.get("operation") ?? (route ? `${route.method} ${route.path}` : "other");
    const { status } = c.res;
    count(operation, status, startedAt);
    span?.updateName(operation).setAttributes({ "http.response.status_code": status });
    if (status >= 500) fail(span);
  };
  const attributes = { "http.request.method": c.req.method, "vang.request_id": requestId };
  const headers = { traceparent: c.req.header("traceparent"), tracestate: c.req.header("tracestate") };
  return continuingTrace(headers, () => traced("request", attributes, work, "server"));
}

/** Counts a request for a page of the console when its response ends. */
export function observePage(response: ServerResponse): void {
  const startedAt = performance.now();
  response.once("close", () => count("page", response.statusCode, startedAt));
}
