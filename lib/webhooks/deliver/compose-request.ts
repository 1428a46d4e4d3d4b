import "server-only";
import { payloadSchemas } from "@/lib/access/events/schema";
import { signAudioLink } from "@/lib/engines/audio/signed-urls";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { env } from "@/lib/platform/env";
import { readRecognized } from "@/lib/speech/content";
import { decryptSecret, headerValueContext } from "@/lib/webhooks/endpoints/secrets";
import type { Task } from "./claim";
import type { Request } from "./post";
import { sign } from "./sign";
import { isVendorCallback, vendorBody } from "./vendor-callback";

type Sent = Pick<
  Task,
  | "eventId"
  | "eventType"
  | "eventCreatedAt"
  | "businessId"
  | "schemaVersion"
  | "sequence"
  | "payload"
  | "isTest"
  | "livemode"
>;

export type Sendable = Sent &
  Pick<Task, "endpointId" | "url" | "isCallback" | "headerName" | "encryptedHeaderValue" | "secrets">;

/** What is sent: the same text for every attempt. */
export function bodyOf({ eventId, eventType, eventCreatedAt, payload, ...task }: Sent): string {
  const { businessId, schemaVersion, sequence, isTest, livemode } = task;
  // The fields in the order of the documentation, which a database does not keep; any others behind them.
  const fields = payload as Record<string, unknown>;
  const { shape } = (payloadSchemas as Partial<Record<string, { shape: object }>>)[eventType] ?? { shape: {} };
  const known = Object.keys(shape).filter((name) => name in fields);
  const data = { ...Object.fromEntries(known.map((name) => [name, fields[name]])), ...fields };
  return JSON.stringify({
    id: eventId,
    type: eventType,
    timestamp: eventCreatedAt?.toISOString(),
    businessId,
    schemaVersion,
    sequence,
    isTest,
    livemode,
    data,
  });
}

/** How long a link to audio works, from the attempt on. */
const linkMs = hours(1);

/** With the transcript or a link to the audio, if its endpoint receives them and they can be read in this region. */
export async function addContent(task: Task): Promise<Task> {
  const { hasContent, isTest, eventType, businessId, payload } = task;
  const isVendors = task.isCallback && isVendorCallback(payload as object);
  if (!(hasContent || isVendors) || isTest || !/^(tts|stt)\.completed$/.test(eventType)) return task;
  const { trackingId } = payload as { trackingId: string };
  const job = await db.job.findFirst({
    where: { trackingId, businessId },
    select: {
      region: true,
      audioObject: true,
      contentObject: true,
      expiresAt: true,
      deletedAt: true,
      status: true,
      keepsNothing: true,
    },
  });
  if (!job || job.deletedAt || job.expiresAt <= clock.now()) return task;
  // A vendor's client waits for the link, by which the audio can be downloaded once.
  if (job.keepsNothing && !isVendors) return task;
  if (job.audioObject) {
    // A vendor's client can compare the link with the one of the response, which works as long as the audio is kept.
    const worksUntil = isVendors ? +job.expiresAt : Math.min(+job.expiresAt, +clock.now() + linkMs);
    const audioUrl = signAudioLink(job.audioObject, new Date(worksUntil));
    return { ...task, payload: { ...(payload as object), content: { audioUrl } } };
  }
  const { transcript = null, channels } = (await readRecognized(job)) ?? {};
  const content = { transcript, ...(channels && { channels }) };
  return { ...task, payload: { ...(payload as object), content } };
}

const hidden = "•••";

type Composed = {
  request: Request;
  keptHeaders: Record<string, string>;
  /** Replaces the value of the partner's own header in a text, such as a response that repeats the request. */
  hide: (text: string) => string;
};

/** Shorter values are part of many words. */
const leastHidden = 4;

/** The request of an attempt, and its headers as they are kept: without the value of the partner's own header. */
export function composeRequest(task: Sendable, now: Date): Composed {
  const { eventId: id, endpointId, headerName, encryptedHeaderValue } = task;
  const body = (task.isCallback ? vendorBody(task.payload) : undefined) ?? bodyOf(task);
  const timestamp = Math.floor(+now / 1000);
  const secrets = task.secrets.map((secret) => decryptSecret(secret.id, secret.encrypted));
  const headers = {
    "content-type": "application/json",
    "user-agent": `Vang-Webhooks/1.0 (+${env.url}/docs/webhooks)`,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": sign(secrets, { id, timestamp, body }),
  };
  if (!headerName || encryptedHeaderValue === null)
    return { request: { url: task.url, headers, body }, keptHeaders: headers, hide: (text) => text };
  const value = decrypt(encryptedHeaderValue, headerValueContext(endpointId));
  return {
    request: { url: task.url, headers: { ...headers, [headerName]: value }, body },
    keptHeaders: { ...headers, [headerName]: hidden },
    hide: (text) => (value.length < leastHidden ? text : text.replaceAll(value, hidden)),
  };
}
