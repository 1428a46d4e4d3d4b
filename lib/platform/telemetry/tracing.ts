import "server-only";
import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
} from "@opentelemetry/api";
import { withLogFields } from "@/lib/platform/log";
import { processWide } from "@/lib/platform/process-wide";

/** Not OpenTelemetry's global tracer: Next would send spans of its own, with whole URLs and the secrets in them. */
const sending = processWide<{ tracer?: Tracer }>("tracing", () => ({}));

export function setTracer(tracer: Tracer | undefined): void {
  sending.tracer = tracer;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Of an error only its code or name is kept, since messages can hold what partners sent. */
export function traced<Result>(
  name: string,
  attributes: Attributes,
  work: (span?: Span) => Promise<Result>,
  kind: keyof typeof kinds = "internal",
): Promise<Result> {
  const { tracer } = sending;
  if (!tracer) return work();
  return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, async (span) => {
    try {
      return await withLogFields({ traceId: span.spanContext().traceId }, () => work(span));
    } catch (error) {
      const { code, kind, name } = (error ?? {}) as { code?: unknown; kind?: unknown; name?: unknown };
      fail(span, String(code ?? kind ?? name ?? "error"));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed, where nothing is thrown. */
export const fail = (span: Span | undefined, message?: string): void => {
  span?.setStatus({ code: SpanStatusCode.ERROR, message });
};

type Headers = { traceparent?: string; tracestate?: string };

/** Runs `work` below the span that a request's W3C `traceparent` names, if it names one. */
export function continuingTrace<Result>(
  { traceparent, tracestate }: Headers,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!sending.tracer || !traceparent) return work();
  return context.with(propagation.extract(context.active(), { traceparent, tracestate }), work);
}

/** The headers with which a server that is called continues the trace; none without one. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  if (sending.tracer) propagation.inject(context.active(), headers);
  return headers;
}
