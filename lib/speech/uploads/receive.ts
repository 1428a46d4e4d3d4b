import "server-only";
import { createHash, type Hash } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Caller } from "@/lib/access/principals/caller";
import { newToken } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { isDiskTrouble } from "@/lib/platform/objects/files/write";
import { objectStore } from "@/lib/platform/objects/open";
import { extensionFor } from "@/lib/speech/content";
import { addPieces, beginWriting, dropPieces, type Piece, type StoredUpload, tooLarge } from "./uploads";

/** So much of a file is stored as one object: a request that is cut, or a process that dies, loses no more. */
const pieceBytes = 8 * 1024 * 1024;

export const checksumAlgorithms = ["sha1", "sha256"] as const;

export type Checksum = { algorithm: (typeof checksumAlgorithms)[number]; digest: Buffer };

type Part = { offset: number; body: Readable; checksum?: Checksum };

/**
 * Adds the bytes of a request to an upload, from `offset` on, and returns what the upload then has. Bytes go to a file on
 * this disk, and from there to the object store, piece by piece. If the client leaves, what was read is kept; with a
 * checksum it is kept only if that is correct. Throws NOT_FOUND, CONFLICT for a wrong offset and when another request took
 * over, BODY_TOO_LARGE for more bytes than were announced, CHECKSUM_MISMATCH, CLIENT_CLOSED, and OVERLOADED if the disk is full.
 */
export async function receivePart(caller: Caller, id: string, { offset, body, checksum }: Part): Promise<StoredUpload> {
  const writer = newToken();
  const upload = await beginWriting(caller, id, { offset, writer });
  const hash = checksum && createHash(checksum.algorithm);
  const unproven: Piece[] = [];
  let at = offset;
  const keep = async (piece: Piece) => {
    at += piece.sizeBytes;
    if (checksum) unproven.push(piece);
    else await addPieces(id, writer, [piece]);
  };
  try {
    const room = upload.sizeBytes - offset;
    for await (const stored of storePieces(body, { room, hash, extension: extensionFor(caller, "bin") }))
      await keep({ ...stored, start: at });
    if (checksum && !hash?.digest().equals(checksum.digest)) throw new AppError("CHECKSUM_MISMATCH");
  } catch (error) {
    await dropPieces(unproven);
    throw isDiskTrouble(error) ? new AppError("OVERLOADED", { message: "api.noRoom" }) : error;
  }
  await addPieces(id, writer, unproven);
  return { ...upload, receivedBytes: at };
}

type Stored = Pick<Piece, "object" | "sizeBytes">;

/** Stores a body as objects one after another. What came before an end of the connection is stored before it throws. */
export async function* storePieces(
  body: Readable,
  { room, hash, extension = "bin" }: { room: number; hash?: Hash; extension?: string },
): AsyncGenerator<Stored> {
  // Destroying the request would close the connection before the response is sent.
  const chunks = body.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let left = room;
  for (let isEnded = false; !isEnded; ) {
    let failure: unknown;
    const stored = await storeFile(extension, async (write) => {
      for (let size = 0; size < pieceBytes; ) {
        const next = await chunks.next().catch((error) => {
          failure = error;
          return { done: true, value: undefined } as const;
        });
        isEnded = next.done === true;
        if (next.value === undefined) return;
        size += next.value.length;
        left -= next.value.length;
        if (left < 0) throw tooLarge();
        hash?.update(next.value);
        await write(next.value);
      }
    });
    if (stored) yield stored;
    if (failure) throw new AppError("CLIENT_CLOSED");
  }
}

/** Stores what is written as one object; null if nothing is. */
async function storeFile(
  extension: string,
  fill: (write: (bytes: Buffer) => Promise<void>) => Promise<void>,
): Promise<Stored | null> {
  const directory = join(env.VANG_DATA, "uploads");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, newToken());
  try {
    const file = await open(path, "wx", 0o600);
    let sizeBytes = 0;
    try {
      await fill(async (bytes) => {
        await file.writeFile(bytes);
        sizeBytes += bytes.length;
      });
    } finally {
      await file.close();
    }
    return sizeBytes === 0 ? null : { object: await objectStore().moveIn(path, extension), sizeBytes };
  } finally {
    await rm(path, { force: true });
  }
}
