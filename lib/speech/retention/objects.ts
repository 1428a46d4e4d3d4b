import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { hot, sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { objectStore } from "@/lib/platform/objects/open";
import type { ErasedObject } from "./schema";

/** The objects with a call's content; null where there is none. */
export type Objects = {
  audioObject: string | null;
  contentObject: string | null;
  inputObject: string | null;
  /** What members changed in a transcript; no event names it. */
  editsObject?: string | null;
};

export const namesOf = ({ audioObject, contentObject, inputObject, editsObject }: Objects): string[] =>
  [audioObject, contentObject, inputObject, editsObject].filter((name) => typeof name === "string");

/** Describes the objects to erase. The salt prevents guessing a short text from its digest. */
export async function describeObjects(objects: Objects): Promise<ErasedObject[]> {
  const { audioObject, contentObject, inputObject, editsObject = null } = objects;
  const [audio, content, input, edits] = await Promise.all([
    openIfAny(audioObject),
    openIfAny(contentObject),
    openIfAny(inputObject),
    openIfAny(editsObject),
  ]);
  const appended = (await audio?.readAppended()) ?? new Uint8Array();
  const pieces = await Promise.all([
    audio && digest("audio", audio.read()),
    appended.length > 0 && digest("text", Readable.from([appended])),
    content && digest(audioObject ? "text" : "transcript", content.read()),
    input && digest("input", input.read()),
    edits && digest("edits", edits.read()),
  ]);
  return pieces.filter((piece) => !!piece);
}

const openIfAny = async (object: string | null) => (object ? objectStore().open(object) : null);

async function digest(kind: ErasedObject["kind"], bytes: Readable): Promise<ErasedObject> {
  const salt = randomBytes(16);
  const hash = createHash("sha256").update(salt);
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { kind, sizeBytes, salt: salt.toString("hex"), digest: hash.digest("hex") };
}

/** Deletes the files; missing ones are no error. Returns false, and logs, when one could not be deleted. */
export async function eraseObjects(trackingId: string, objects: readonly (string | null)[]): Promise<boolean> {
  const results = await Promise.allSettled(objects.map((object) => object && objectStore().delete(object)));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) log.error({ trackingId, reason: failed.reason?.code }, "content could not be erased; it is tried again");
  return !failed;
}

/** Deletes what was to be fetched once. If that fails the sweep does it, within minutes. */
export async function eraseFetched(object: string): Promise<void> {
  await objectStore()
    .delete(object)
    .catch((failure) => log.error({ reason: failure.code }, "audio that was fetched could not be erased"));
}

/** Whether this object is due for deletion, although its file may still exist. */
export async function isPendingDeletion(object: string): Promise<boolean> {
  const found = await sql("is-doomed", "SELECT 1 AS one FROM doomed_objects WHERE object = $1", [object], hot);
  return found.length > 0;
}

/**
 * SQL of queries of a WITH: what repeats results outside their jobs. Events, which webhooks may still deliver and replay,
 * have what the client attached; a receiver's response can have that and the transcript. `results`: their tracking IDs.
 */
export const eraseRepeats = (results: string): string => `
  attached AS (
    UPDATE events SET payload = payload || '{"metadata": null}' WHERE object_id IN (${results}) AND payload ? 'metadata'
  ), responses AS (
    UPDATE webhook_attempts SET response_body = NULL WHERE response_body IS NOT NULL AND delivery_id IN (
      SELECT d.id FROM events e JOIN webhook_deliveries d ON d.event_id = e.id WHERE e.object_id IN (${results}))
  )`;
