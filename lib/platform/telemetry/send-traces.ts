import "server-only";
import { context, DiagLogLevel, diag, propagation } from "@opentelemetry/api";
import { seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { setTracer } from "./tracing";

/** At the end of a process, for what is not sent yet. */
const flushMs = seconds(2);
const exportMs = seconds(10);

/** In batches, beside the requests: what a slow collector does not take is dropped. Loads the SDK only if set. */
export async function sendTraces(version: string): Promise<{ close(): Promise<void> }> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return { close: async () => undefined };
  const [
    { OTLPTraceExporter },
    { AsyncLocalStorageContextManager },
    { W3CTraceContextPropagator },
    { resourceFromAttributes },
    { BasicTracerProvider, BatchSpanProcessor },
  ] = await Promise.all([
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/core"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/sdk-trace-base"),
  ]);
  const exporter = new OTLPTraceExporter({ timeoutMillis: exportMs });
  const resource = resourceFromAttributes({
    "service.name": process.env.OTEL_SERVICE_NAME ?? "vang",
    "service.version": version,
    "vang.role": env.VANG_ROLE,
    "vang.region": env.VANG_REGION,
  });
  const spanProcessors = [new BatchSpanProcessor(exporter, { exportTimeoutMillis: exportMs })];
  const provider = new BasicTracerProvider({ resource, spanProcessors });
  const warn = (reason: string) => log.warn({ reason: reason.slice(0, 200) }, "spans were not sent");
  const ignore = () => undefined;
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  setTracer(provider.getTracer("vang"));
  return {
    async close() {
      setTracer(undefined);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((done) => {
        timer = setTimeout(done, flushMs);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
      for (const api of [context, propagation, diag]) api.disable();
    },
  };
}
