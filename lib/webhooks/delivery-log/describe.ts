import "server-only";
import type { z } from "zod";
import type { CallbackEcho } from "@/lib/access/events/finished-job";
import { bodyOf } from "@/lib/webhooks/deliver/compose-request";
import { vendorBodyShown } from "@/lib/webhooks/deliver/vendor-callback";
import type { Event, Prisma } from "@/prisma/generated/client";
import type { AttemptRow, DeliverySummary, FoundDelivery } from "./find";
import type { deliveryListSchema, deliverySchema } from "./response-schema";

/** `value` is null for a header of the partner's own, which can be a secret. */
export type Header = { name: string; value: string | null };

export const phases = ["dns", "connect", "tls", "wait", "receive"] as const;

/** Milliseconds since the beginning; what was not reached is missing. */
type Timings = { dnsMs?: number; connectMs?: number; tlsMs?: number; firstByteMs?: number };

export type Phase = { phase: (typeof phases)[number]; ms: number };

export type AttemptView = Omit<AttemptRow, "timings" | "requestHeaders" | "responseHeaders" | "responseBody"> & {
  /** Empty if no connection was made. */
  phases: Phase[];
  requestHeaders: Header[];
  responseHeaders: Header[];
  /** Indented if it is JSON. */
  responseBody: string;
  /** The same request as a command; null once the event is deleted. */
  curl: string | null;
};

export type DeliveryView = Omit<FoundDelivery, "event" | "tries"> & {
  /** What is sent, indented; null once the event is deleted. */
  body: string | null;
  tries: AttemptView[];
};

/** A delivery as its page shows it, without the partner's own header. */
export function describeDelivery({ event, tries, ...delivery }: FoundDelivery): DeliveryView {
  const isCallback = delivery.url !== null;
  const body =
    event &&
    ((isCallback ? vendorBodyShown(event.payload, delivery.echo as CallbackEcho | null) : undefined) ??
      readBody(event));
  return {
    ...delivery,
    body: body && indent(body),
    tries: tries.map(({ timings, requestHeaders, responseHeaders, responseBody, ...attempt }) => {
      const sent = readHeaders(requestHeaders).map(maskOwn);
      return {
        ...attempt,
        phases: readPhases(timings, attempt),
        requestHeaders: sent,
        responseHeaders: readHeaders(responseHeaders),
        responseBody: indent(responseBody ?? ""),
        curl: body && curlOf(attempt.url, sent, body),
      };
    }),
  };
}

const readBody = ({ id, type, createdAt, ...event }: Event): string =>
  bodyOf({ eventId: id, eventType: type, eventCreatedAt: createdAt, ...event });

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const readHeaders = (headers: Prisma.JsonValue): { name: string; value: string }[] =>
  Object.entries(headers ?? {}).map(([name, value]) => ({ name, value: String(value) }));

/** The headers that every delivery has. Any other is the partner's own. */
const ours = /^(webhook-.*|content-(type|length)|user-agent|host|accept.*|connection)$/i;

const maskOwn = ({ name, value }: { name: string; value: string }): Header => ({
  name,
  value: ours.test(name) ? value : null,
});

type Timed = Pick<AttemptRow, "url" | "durationMs">;

/** The last one takes what is left: of an attempt that ended early, the one it ended in. */
function readPhases(timings: Prisma.JsonValue, { url, durationMs }: Timed): Phase[] {
  const { dnsMs, connectMs, tlsMs, firstByteMs } = timings as Timings;
  if (dnsMs === undefined) return [];
  const ends: Partial<Record<Phase["phase"], number>> = {
    dns: dnsMs,
    connect: connectMs,
    tls: tlsMs,
    wait: firstByteMs,
  };
  const isBeforeTls = tlsMs === undefined && url.startsWith("https:");
  const last = connectMs === undefined ? "connect" : isBeforeTls ? "tls" : "wait";
  ends[firstByteMs === undefined ? last : "receive"] = durationMs;
  let before = 0;
  return phases.flatMap((phase) => {
    const end = ends[phase];
    if (end === undefined) return [];
    const ms = Math.max(0, end - before);
    before = Math.max(before, end);
    return [{ phase, ms }];
  });
}

/** Quotes any text as one argument of a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const curlOf = (url: string, headers: readonly Header[], body: string): string =>
  [
    `curl -i ${quote(url)}`,
    ...headers
      .filter(({ name }) => !/^(host|content-length|connection|accept-encoding)$/i.test(name))
      .map(({ name, value }) =>
        value === null ? `-H "${name}: $WEBHOOK_HEADER"` : `-H ${quote(`${name}: ${value}`)}`,
      ),
    `--data-binary ${quote(body)}`,
  ].join(" \\\n  ");

type Summary = z.input<typeof deliveryListSchema>["deliveries"][number];

export const answerDelivery = (webhookId: string, { eventType: type, ...delivery }: DeliverySummary): Summary => ({
  id: delivery.id,
  webhookId,
  eventId: delivery.eventId,
  type,
  objectId: delivery.objectId,
  state: delivery.state as Summary["state"],
  isTest: delivery.isTest,
  attempts: delivery.attempts,
  lastStatus: delivery.lastStatus,
  lastError: delivery.lastError,
  behindPause: delivery.isBehindPause ?? false,
  createdAt: delivery.createdAt.toISOString(),
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  finishedAt: delivery.finishedAt?.toISOString() ?? null,
});

type Whole = z.input<typeof deliverySchema>;

/** With its attempts, and without the value of the partner's own header. */
export function answerFound({ event, tries, region, endpointId, ...delivery }: FoundDelivery): Whole {
  const body = event && readBody(event);
  return {
    ...answerDelivery(endpointId, delivery),
    region,
    body,
    tries: tries.map((attempt) => ({
      id: attempt.id,
      number: attempt.number,
      startedAt: attempt.startedAt.toISOString(),
      durationMs: attempt.durationMs,
      timings: attempt.timings as Record<string, number>,
      address: attempt.address,
      url: attempt.url,
      statusCode: attempt.statusCode,
      error: attempt.error as Whole["tries"][number]["error"],
      requestHeaders: Object.fromEntries(
        readHeaders(attempt.requestHeaders).map((header) => [header.name, maskOwn(header).value]),
      ),
      responseHeaders: (attempt.responseHeaders ?? {}) as Record<string, string>,
      responseBody: attempt.responseBody,
    })),
  };
}
