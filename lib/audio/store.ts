import type { Readable } from "node:stream";
import { randomText } from "@/lib/crypto";

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

export type StoredAudio = { size: number; read(range?: ByteRange): Readable };

/** Where recorded audio is kept, by names that nobody can guess. */
export interface AudioStore {
  /** Answers the object's name once its bytes would survive a power cut. Throws when they cannot be written. */
  put(bytes: Uint8Array, extension: string): Promise<string>;
  /** Null when there is no such object, or the name is not one that we make. */
  open(object: string): Promise<StoredAudio | null>;
  /** Deleting what is already gone is no failure. */
  delete(object: string): Promise<void>;
}

const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

/** A name of 165 random bits with the format as its extension: safe in a path and in a URL. */
export const newObjectName = (extension: string): string => `${randomText(32, alphabet)}.${extension}`;

/** Whether it is a name that `newObjectName` makes: the only ones that may become a path. */
export const isObjectName = (text: string): boolean =>
  /^[0-9a-z]{32}\.[0-9a-z]{2,5}$/.test(text) && !text.endsWith("\n");
