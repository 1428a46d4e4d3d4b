import "server-only";
import { bodyOf } from "@/lib/webhooks/deliver/compose-request";
import type { Event, Prisma } from "@/prisma/generated/client";
import type { AttemptRow, FoundDelivery } from "./find";

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
  const body = event && readBody(event);
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

/** An attempt's headers by name, without the value of the partner's own. */
export const maskedHeaders = (headers: Prisma.JsonValue): Record<string, string | null> =>
  Object.fromEntries(
    readHeaders(headers)
      .map(maskOwn)
      .map(({ name, value }) => [name, value]),
  );

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
  ends[lastPhase(timings as Timings, url)] = durationMs;
  let before = 0;
  return phases.flatMap((phase) => {
    const end = ends[phase];
    if (end === undefined) return [];
    const ms = Math.max(0, end - before);
    before = Math.max(before, end);
    return [{ phase, ms }];
  });
}

function lastPhase({ connectMs, tlsMs, firstByteMs }: Timings, url: string): Phase["phase"] {
  if (firstByteMs !== undefined) return "receive";
  if (connectMs === undefined) return "connect";
  return tlsMs === undefined && url.startsWith("https:") ? "tls" : "wait";
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
