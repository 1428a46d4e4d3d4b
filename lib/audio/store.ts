import type { Readable } from "node:stream";
import { randomText } from "@/lib/crypto";

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

/** `size` and `read` leave out what an old release appended, see `appendedAt`. */
export type StoredAudio = {
  size: number;
  storedAt: Date;
  read(range?: ByteRange): Readable;
  readAppended(): Promise<Uint8Array>;
};

/** Where audio and what was said are kept, by names that nobody can guess. */
export interface AudioStore {
  /** Returns the object's name once its bytes would survive a power cut. Throws when they cannot be written. */
  put(bytes: Uint8Array, extension: string): Promise<string>;
  /** The same for a file, which is moved. */
  adopt(path: string, extension: string): Promise<string>;
  /** Null when there is no such object, or the name is not one that we make. */
  open(object: string): Promise<StoredAudio | null>;
  /** Deleting what is already gone is no failure. */
  delete(object: string): Promise<void>;
  /** The names of everything that is kept, in no order. */
  list(): AsyncIterable<string>;
}

const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

/** A name of 165 random bits with the format as its extension: safe in a path and in a URL. */
export const newObjectName = (extension: string): string => `${randomText(32, alphabet)}.${extension}`;

/** Whether it is a name that `newObjectName` makes or an old release made: the only ones that may become a path. */
export const isObjectName = (text: string): boolean =>
  /^[0-9a-z]{32}(-[0-9a-z]{1,8})?\.[0-9a-z]{2,5}$/.test(text) && !text.endsWith("\n");

/**
 * Releases up to fd34294 appended the text to the audio and put the audio's size into the name. The last of those
 * objects is erased 30 days after the upgrade. Null for any other object.
 */
export function appendedAt(object: string): number | null {
  const size = /-([0-9a-z]+)\./.exec(object)?.[1];
  return size === undefined ? null : Number.parseInt(size, 36);
}
