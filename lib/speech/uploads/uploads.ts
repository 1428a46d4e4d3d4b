import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { clock, hours } from "@/lib/platform/clock";
import { type Sql, sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { objectStore } from "@/lib/platform/objects/open";
import { extensionFor } from "@/lib/speech/content";
import type { UploadStatus } from "./schema";

/** The largest file that can be uploaded. */
export const largestFileBytes = 2 * 1024 ** 3;

/** What one business can have uploaded at a time, with what is still to come. */
export const quota = { bytes: 10 * 1024 ** 3, uploads: 100 };

/** How long an upload is kept, from its creation. */
export const keptMs = hours(24);

/** More than any client needs: an upload in tiny parts would fill the store with tiny objects. */
const mostPieces = 4000;

/** A file that arrives in parts. Its bytes are in the object store, as are the words of its client about it. */
export type StoredUpload = {
  id: string;
  sizeBytes: number;
  /** What has arrived and is stored durably. */
  receivedBytes: number;
  metadataObject: string | null;
  createdAt: Date;
  expiresAt: Date;
  /** Of one that a worker fetches: when it is due, how often that was tried, and what it failed with last. */
  fetchDueAt: Date | null;
  fetchAttempts: number;
  fetchCode: string | null;
};

const columns = `id, size_bytes::float8 AS "sizeBytes", received_bytes::float8 AS "receivedBytes",
  metadata_object AS "metadataObject", created_at AS "createdAt", expires_at AS "expiresAt",
  fetch_due_at AS "fetchDueAt", fetch_attempts AS "fetchAttempts", fetch_code AS "fetchCode"`;

/** Whether it is fetched from a URL, rather than sent. */
export const isFetched = ({ fetchDueAt, fetchAttempts }: StoredUpload): boolean =>
  fetchDueAt !== null || fetchAttempts > 0;

/** What can be done with an upload: a job takes one that is `ready`. */
export function statusOf(upload: StoredUpload): UploadStatus {
  const { fetchDueAt, fetchCode, receivedBytes, sizeBytes } = upload;
  if (isFetched(upload)) return fetchDueAt ? "fetching" : fetchCode ? "failed" : "ready";
  return receivedBytes === sizeBytes ? "ready" : "receiving";
}

// One at a time for each business, so that two uploads together cannot exceed what is left for one.
const lockQuota = "SELECT pg_advisory_xact_lock(hashtext('uploads'), hashtext($1))";

const used = `SELECT count(*)::int AS uploads, coalesce(sum(size_bytes), 0)::float8 AS bytes
  FROM stored_uploads WHERE business_id = $1`;

const insert = `INSERT INTO stored_uploads (id, business_id, mode, region, size_bytes, metadata_object, created_at, expires_at,
    fetch_due_at)
  VALUES ($1, $2, $3::"KeyMode", $4, $5, $6, $7, $8, $9) RETURNING ${columns}`;

/**
 * Begins an upload of so many bytes, or of one that is to be fetched, whose size is not known yet. `metadata`
 * is returned as it was sent. Throws BODY_TOO_LARGE, and CONFLICT when the business has as many uploads as it can.
 */
export async function createUpload(
  { businessId, mode, keepsNothing }: Caller,
  { sizeBytes, metadata, isFetched = false }: { sizeBytes: number; metadata: string | null; isFetched?: boolean },
): Promise<StoredUpload> {
  if (sizeBytes > largestFileBytes) throw tooLarge();
  const extension = extensionFor({ keepsNothing }, "json");
  return transaction(async (on) => {
    await lockRoom(on, businessId);
    await requireRoom(on, businessId, sizeBytes);
    const metadataObject = metadata === null ? null : await objectStore().put(Buffer.from(metadata), extension);
    const now = clock.now();
    const row = [newId("upload"), businessId, mode, env.VANG_REGION, sizeBytes, metadataObject, now];
    const ends = new Date(+now + keptMs);
    const [made] = await on<StoredUpload>("create-upload", insert, [...row, ends, isFetched ? now : null]);
    return made as StoredUpload;
  });
}

const lockRoom = (on: Sql, businessId: string) => on("lock-uploads", lockQuota, [businessId]);

async function requireRoom(on: Sql, businessId: string, bytes: number): Promise<void> {
  const [own] = await on<{ uploads: number; bytes: number }>("used-uploads", used, [businessId]);
  if (own && own.uploads < quota.uploads && own.bytes + bytes <= quota.bytes) return;
  const values = { limitGb: quota.bytes / 1024 ** 3, uploads: quota.uploads };
  throw new AppError("CONFLICT", { message: "api.uploadsFull", values });
}

const ofCaller = 'id = $1 AND business_id = $2 AND mode = $3::"KeyMode" AND region = $4 AND expires_at > $5';

const valuesFor = (id: string, { businessId, mode }: Pick<Caller, "businessId" | "mode">) => [
  id,
  businessId,
  mode,
  env.VANG_REGION,
  clock.now(),
];

/** Throws NOT_FOUND for one that is unknown, expired, deleted, of another business, mode or region alike. */
export async function findUpload(caller: Pick<Caller, "businessId" | "mode">, id: string): Promise<StoredUpload> {
  const select = `SELECT ${columns} FROM stored_uploads WHERE ${ofCaller}`;
  const [found] = isId("upload", id) ? await sql<StoredUpload>("find-upload", select, valuesFor(id, caller)) : [];
  if (!found) throw new AppError("NOT_FOUND", { param: "id", message: "api.uploadUnknown" });
  return found;
}

/** What the client said of the file, as it was sent. */
export async function readMetadata({ metadataObject }: Pick<StoredUpload, "metadataObject">): Promise<string | null> {
  const stored = metadataObject === null ? null : await objectStore().open(metadataObject);
  if (!stored) return null;
  let text = "";
  for await (const bytes of stored.read()) text += bytes;
  return text;
}

/** A part of an upload: an object with the bytes from `start` on. */
export type Piece = { start: number; sizeBytes: number; object: string };

const begin = `UPDATE stored_uploads SET writer = $6 WHERE ${ofCaller} AND received_bytes = $7
  AND (SELECT count(*) FROM upload_pieces WHERE upload_id = $1) < ${mostPieces} RETURNING ${columns}`;

/**
 * Makes a request the one that writes, from its offset on; what wrote before can add nothing more, as when its connection
 * broke and only its client noticed. Throws NOT_FOUND, and CONFLICT for another offset than the next and for an upload that
 * is fetched.
 */
export async function beginWriting(
  caller: Caller,
  id: string,
  { offset, writer }: { offset: number; writer: string },
): Promise<StoredUpload> {
  const known = await findUpload(caller, id);
  if (isFetched(known)) throw new AppError("CONFLICT", { message: "api.uploadFetched" });
  const [begun] = await sql<StoredUpload>("begin-upload", begin, [...valuesFor(id, caller), writer, offset]);
  if (!begun) throw wrongOffset(known.receivedBytes);
  return begun;
}

const advance = `WITH advanced AS (
    UPDATE stored_uploads SET received_bytes = received_bytes + $4 WHERE id = $1 AND writer = $2 AND received_bytes = $3
    RETURNING id
  ), added AS (
    INSERT INTO upload_pieces (upload_id, start, size_bytes, object)
    SELECT advanced.id, piece.* FROM advanced, unnest($5::bigint[], $6::bigint[], $7::text[]) AS piece
  )
  SELECT id FROM advanced`;

/** Adds stored pieces that follow each other. Throws CONFLICT if another request writes by now; they are then deleted. */
export async function addPieces(id: string, writer: string, pieces: readonly Piece[]): Promise<void> {
  const [first] = pieces;
  if (!first) return;
  const size = pieces.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const added = await sql("advance-upload", advance, [
    ...[id, writer, first.start, size],
    pieces.map(({ start }) => start),
    pieces.map(({ sizeBytes }) => sizeBytes),
    pieces.map(({ object }) => object),
  ]);
  if (added.length > 0) return;
  await dropPieces(pieces);
  throw wrongOffset(first.start);
}

export async function dropPieces(pieces: readonly Piece[]): Promise<void> {
  await Promise.all(pieces.map(({ object }) => objectStore().delete(object)));
}

export const tooLarge = (): AppError =>
  new AppError("BODY_TOO_LARGE", { message: "api.uploadTooLarge", values: { limitGb: largestFileBytes / 1024 ** 3 } });

const wrongOffset = (offset: number) =>
  new AppError("CONFLICT", {
    message: "api.uploadOffset",
    values: { offset },
    headers: { "upload-offset": String(offset) },
  });

const selectPieces = `SELECT start::float8 AS start, size_bytes::float8 AS "sizeBytes", object
  FROM upload_pieces WHERE upload_id = $1 ORDER BY start`;

export const piecesOf = (id: string): Promise<Piece[]> => sql<Piece>("upload-pieces", selectPieces, [id]);

/** Deletes what has arrived of an upload, and reserves nothing for it any more. */
export async function emptyUpload(id: string): Promise<void> {
  const pieces = await piecesOf(id);
  await sql("empty-upload", "UPDATE stored_uploads SET received_bytes = 0, size_bytes = 0 WHERE id = $1", [id]);
  await sql("drop-pieces", "DELETE FROM upload_pieces WHERE upload_id = $1", [id]);
  await dropPieces(pieces);
}

/** Makes a file of which only now is known how long it is count as that long. Throws as `createUpload` does. */
export async function reserveRoom(
  { id, businessId }: { id: string; businessId: string },
  bytes: number,
): Promise<void> {
  await transaction(async (on) => {
    await lockRoom(on, businessId);
    const resize = "UPDATE stored_uploads SET size_bytes = $2 WHERE id = $1";
    await on("resize-upload", resize, [id, 0]);
    await requireRoom(on, businessId, bytes);
    await on("resize-upload", resize, [id, bytes]);
  });
}

/** The bytes of an upload that has arrived whole. Throws when one of its objects is missing. */
export async function* readUpload(id: string): AsyncGenerator<Buffer> {
  for (const { object } of await piecesOf(id)) {
    const stored = await objectStore().open(object);
    if (!stored) throw new Error(`a piece of upload ${id} is missing`);
    yield* stored.read();
  }
}

/** Deletes an upload of the caller with its content. Throws NOT_FOUND, and CONFLICT while a job needs it. */
export async function deleteUpload(caller: Caller, id: string): Promise<void> {
  await findUpload(caller, id);
  const end = `UPDATE stored_uploads SET expires_at = $5, writer = NULL WHERE ${ofCaller} AND job_id IS NULL RETURNING id`;
  const ended = await sql("end-upload", end, valuesFor(id, caller));
  if (ended.length === 0) throw new AppError("CONFLICT", { message: "api.uploadInUse" });
  await erase(id).catch((error: Error) =>
    log.warn({ upload: id, reason: error.message }, "an upload is left to the sweep"),
  );
}

const lockExpired = "SELECT id FROM stored_uploads WHERE id = $1 AND region = $2 AND expires_at <= $3 FOR UPDATE";

/** Deletes the objects and then the rows, so that no object loses its name before it is gone. */
async function erase(id: string): Promise<void> {
  await transaction(async (on: Sql) => {
    const [found] = await on<{ id: string }>("lock-upload", lockExpired, [id, env.VANG_REGION, clock.now()]);
    if (!found) return;
    await dropPieces(await on<Piece>("upload-pieces", selectPieces, [id]));
    await on("delete-pieces", "DELETE FROM upload_pieces WHERE upload_id = $1", [id]);
    const remove = "DELETE FROM stored_uploads WHERE id = $1 RETURNING metadata_object AS object";
    const [gone] = await on<{ object: string | null }>("delete-upload", remove, [id]);
    if (gone?.object) await objectStore().delete(gone.object);
  });
}

const expired = "SELECT id FROM stored_uploads WHERE region = $1 AND expires_at <= $2 ORDER BY expires_at LIMIT 1000";

/** Deletes the uploads of this region that have expired, and returns how many there were. */
export async function sweepStoredUploads(): Promise<number> {
  const found = await sql<{ id: string }>("expired-uploads", expired, [env.VANG_REGION, clock.now()]);
  for (const { id } of found) await erase(id);
  return found.length;
}
