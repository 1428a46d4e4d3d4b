import "server-only";
import { buffer } from "node:stream/consumers";
import { payloadSchemas } from "@/lib/access/events/schema";
import type { Api } from "@/lib/access/principals/choices";
import { signAudioLink } from "@/lib/engines/audio/signed-urls";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { env } from "@/lib/platform/env";
import { objectStore } from "@/lib/platform/objects/open";
import { readRecognized } from "@/lib/speech/content";
import { decryptSecret, headerValueContext } from "@/lib/webhooks/endpoints/secrets";
import type { Task } from "./claim";
import type { Request } from "./post";
import { sign } from "./sign";
import { isVendorCallback, type VendorContent, vendorBody } from "./vendor-callback";

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
  Pick<Task, "endpointId" | "url" | "isCallback" | "echo" | "headerName" | "encryptedHeaderValue" | "secrets">;

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

/** Of a long job, only another vendor's client gets the result. */
const endedEvents = /^(tts\.completed|stt\.completed|job\.succeeded|job\.canceled)$/;

/** With the transcript or a link to the audio, if its endpoint receives them and they can be read in this region. */
export async function addContent(task: Task): Promise<Task> {
  const { hasContent, isTest, eventType, businessId, payload } = task;
  const isVendors = task.isCallback && isVendorCallback(payload as object);
  if (!(hasContent || isVendors) || isTest || !(isVendors ? endedEvents : /^(tts|stt)\.completed$/).test(eventType))
    return task;
  const { jobId, trackingId = jobId } = payload as { jobId?: string; trackingId?: string };
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
  // A vendor's client waits for it, with what can be downloaded once too.
  if (isVendors) {
    const { keepsNothing } = job;
    return { ...withContent(task, await vendorContentOf(job, payload as object)), keepsNothing };
  }
  if (job.keepsNothing) return task;
  if (job.audioObject) {
    const worksUntil = Math.min(+job.expiresAt, +clock.now() + linkMs);
    return withContent(task, { audioUrl: signAudioLink(job.audioObject, new Date(worksUntil)) });
  }
  const { transcript = null, channels } = (await readRecognized(job)) ?? {};
  return withContent(task, { transcript, ...(channels && { channels }) });
}

const withContent = (task: Task, content: object): Task => ({
  ...task,
  payload: { ...(task.payload as object), content },
});

type Stored = Parameters<typeof readRecognized>[0] & { audioObject: string | null; expiresAt: Date };

/** Deepgram's clients get the audio itself; others can compare the link with the one of the response, which works as long. */
async function vendorContentOf(job: Stored, { api }: { api?: Api | null }): Promise<VendorContent> {
  if (!job.audioObject) return { recognized: await readRecognized(job) };
  if (api !== "deepgram") return { audioUrl: signAudioLink(job.audioObject, job.expiresAt) };
  const stored = await objectStore().open(job.audioObject);
  return stored ? { audio: await buffer(stored.read()) } : {};
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
  const vendors = task.isCallback ? vendorBody(task.payload, task.echo) : undefined;
  const { type, body } = vendors ?? { type: "application/json", body: bodyOf(task) };
  const method = vendors && task.echo?.method === "PUT" ? "PUT" : "POST";
  const timestamp = Math.floor(+now / 1000);
  const secrets = task.secrets.map((secret) => decryptSecret(secret.id, secret.encrypted));
  const headers = {
    "content-type": type,
    "user-agent": `Vang-Webhooks/1.0 (+${env.url}/docs/webhooks)`,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": sign(secrets, { id, timestamp, body }),
  };
  if (!headerName || encryptedHeaderValue === null)
    return { request: { method, url: task.url, headers, body }, keptHeaders: headers, hide: (text) => text };
  const value = decrypt(encryptedHeaderValue, headerValueContext(endpointId));
  return {
    request: { method, url: task.url, headers: { ...headers, [headerName]: value }, body },
    keptHeaders: { ...headers, [headerName]: hidden },
    hide: (text) => (value.length < leastHidden ? text : text.replaceAll(value, hidden)),
  };
}
