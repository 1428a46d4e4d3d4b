import "server-only";
import { randomUUID } from "node:crypto";
import type { Caller } from "@/lib/access/principals/caller";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { readPublicUrl } from "@/lib/platform/net/public-url";
import { isBrief } from "@/lib/platform/objects/store";
import type { Claims } from "@/lib/platform/outbox/claim-loop";
import { cleanFileName } from "@/lib/platform/text";
import { leaseMs, pausesMs, whileLeased } from "@/lib/speech/attempts";
import { extensionFor } from "@/lib/speech/content";
import { fetchInto, lastingFaults } from "./fetch";
import { createUpload, emptyUpload, readMetadata, type StoredUpload } from "./uploads";

/** A URL to read a file from, and the file's name by it. Throws INVALID_REQUEST for one that is not public. */
export function readSourceUrl(text: string): { url: string; fileName: string | null } {
  const read = readPublicUrl(text, { isLocal: env.isSingleMachine });
  if (read.fault) throw new AppError("INVALID_REQUEST", { param: "url", message: `webhooks.urlFaults.${read.fault}` });
  const { url } = read;
  return { url, fileName: cleanFileName(decodePath(new URL(url).pathname.split("/").at(-1) ?? "")) };
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Begins an upload that a worker reads from a URL. Throws INVALID_REQUEST, and as `createUpload`. */
export async function createUploadByUrl(caller: Caller, text: string): Promise<StoredUpload> {
  const { url, fileName } = readSourceUrl(text);
  const named = fileName === null ? "" : `filename ${base64(fileName)},`;
  return createUpload(caller, { sizeBytes: 0, metadata: `${named}url ${base64(url)}`, isFetched: true });
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Without the URL: many stores let anyone who has it read the file. */
export const withoutUrl = (metadata: string): string | null => metadata.replace(/,?url \S*$/, "") || null;

const urlIn = (metadata: string | null) =>
  Buffer.from(/(?:^|,)url (\S*)$/.exec(metadata ?? "")?.[1] ?? "", "base64").toString();

type Claimed = Pick<StoredUpload, "id" | "metadataObject" | "fetchAttempts"> & { writer: string };

// In turn among businesses, of which none has more than two places: a slow server holds up its own business only. While a
// worker reads it, an upload has a writer, and is due again when the lease ends.
const claim = `
  WITH busy AS (
    SELECT business_id, count(*) AS fetches FROM stored_uploads
    WHERE region = $1 AND fetch_due_at > $2 AND writer IS NOT NULL GROUP BY 1
  ), due AS (
    SELECT u.id, u.fetch_due_at, coalesce(busy.fetches, 0)
      + row_number() OVER (PARTITION BY u.business_id ORDER BY u.fetch_due_at, u.id) AS turn
    FROM stored_uploads u JOIN businesses b ON b.id = u.business_id LEFT JOIN busy ON busy.business_id = u.business_id
    WHERE u.region = $1 AND u.fetch_due_at <= $2 AND u.expires_at > $2 AND b.suspended_at IS NULL AND b.archived_at IS NULL
  ), chosen AS (
    SELECT id FROM due WHERE turn <= 2 ORDER BY turn, fetch_due_at, id LIMIT $3
  )
  UPDATE stored_uploads u SET fetch_attempts = fetch_attempts + 1, writer = $4 || '.' || (fetch_attempts + 1), fetch_due_at = $5
  FROM chosen WHERE u.id = chosen.id AND u.fetch_due_at <= $2
  RETURNING u.id, u.metadata_object AS "metadataObject", u.fetch_attempts AS "fetchAttempts", u.writer`;

const later = (ms: number) => new Date(+clock.now() + ms);

/** The claims of all workers on uploads that are read from URLs. */
export function fetchClaims(): Claims<Claimed> {
  const owner = randomUUID();
  return {
    name: "upload-fetches",
    places: 8,
    rest: { text: "(SELECT min(fetch_due_at) FROM stored_uploads WHERE region = $2) <= $1", values: [env.VANG_REGION] },
    stopMs: 30_000,
    claim: (places) =>
      sql<Claimed>("claim-uploads", claim, [env.VANG_REGION, clock.now(), places, owner, later(leaseMs)]),
    work: fetchUpload,
    retry: putOff,
  };
}

const renew = "UPDATE stored_uploads SET fetch_due_at = $3 WHERE id = $1 AND writer = $2 RETURNING 1 AS one";

const end = `UPDATE stored_uploads SET fetch_due_at = NULL, fetch_code = NULL, size_bytes = received_bytes, writer = NULL
  WHERE id = $1 AND writer = $2`;

const fetchUpload = (claimed: Claimed): Promise<void> =>
  whileLeased(
    async () => (await sql("renew-fetch", renew, [claimed.id, claimed.writer, later(leaseMs)])).length > 0,
    async (signal) => {
      const { id, writer, metadataObject } = claimed;
      // As the caller wished, whose URL is stored so.
      const extension = extensionFor({ keepsNothing: isBrief(metadataObject ?? "") }, "bin");
      await fetchInto(id, urlIn(await readMetadata(claimed)), { writer, signal, extension });
      await sql("end-fetch", end, [id, writer]);
    },
  );

const free = `UPDATE stored_uploads SET fetch_due_at = $3, fetch_code = $4, writer = NULL
  WHERE id = $1 AND writer = $2 RETURNING 1 AS one`;

/** Writes down when an upload that could not be fetched is due again. After the last attempt it has failed, and has no bytes. */
async function putOff({ id, writer, fetchAttempts }: Claimed, error: Error): Promise<void> {
  const code: ErrorCode = error instanceof AppError ? error.code : "INTERNAL";
  const isLasting = (lastingFaults as readonly ErrorCode[]).includes(code);
  const pauseMs = isLasting ? undefined : pausesMs[fetchAttempts - 1];
  log.warn({ upload: id, attempt: fetchAttempts, code, reason: error.message }, "an upload could not be fetched");
  const freed = await sql("free-fetch", free, [id, writer, pauseMs === undefined ? null : later(pauseMs), code]);
  if (freed.length > 0 && pauseMs === undefined) await emptyUpload(id);
}
