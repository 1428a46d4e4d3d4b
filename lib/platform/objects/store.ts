import type { Readable } from "node:stream";
import { randomText } from "@/lib/platform/crypto";

/** Byte positions, both inclusive. */
export type ByteRange = { start: number; end: number };

/** `size` and `read` exclude data that an old release appended, see `appendedAt`. */
export type StoredObject = {
  size: number;
  storedAt: Date;
  read(range?: ByteRange): Readable;
  readAppended(): Promise<Uint8Array>;
};

export type NewObject = { bytes: Uint8Array; extension: string };

/** `storedAt` is missing where finding it out costs a look at each object. */
export type Listed = { object: string; storedAt?: Date };

/** Methods throw while it cannot be used; a `put` may have stored its object all the same: see `scanForOrphans`. */
export interface ObjectStore {
  /** Returns the object's name once its bytes are stored durably. */
  put(bytes: Uint8Array, extension: string): Promise<string>;
  /** The same for two, both or none. */
  putBoth(one: NewObject, other: NewObject): Promise<[string, string]>;
  /** The same for a file, which is moved. */
  moveIn(path: string, extension: string): Promise<string>;
  /** The same for a file, and before it for `other`: both or none. If the disk is full, the file stays where it is. */
  moveInWith(path: string, extension: string, other: NewObject): Promise<[string, string]>;
  /** Null when the object does not exist or the name is not one of ours. */
  open(object: string): Promise<StoredObject | null>;
  /** Deleting a missing object is no error. */
  delete(object: string): Promise<void>;
  /** All objects, in no particular order. */
  list(): AsyncIterable<Listed>;
  close(): void;
}

const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

/** A name of 165 random bits with the format as its extension: safe in a path and in a URL. */
export const newObjectName = (extension: string): string => `${randomText(32, alphabet)}.${extension}`;

/** Whether a name has the form of `newObjectName` or of an old release's: only such names may become a path. */
export const isObjectName = (text: string): boolean =>
  /^[0-9a-z]{32}(-[0-9a-z]{1,8})?(\.brief)?\.[0-9a-z]{2,5}$/.test(text) && !text.endsWith("\n");

/** The extension of an object that is kept for minutes only: backups leave it out. */
export const briefly = (extension: string): string => `brief.${extension}`;

export const isBrief = (object: string): boolean => /\.brief\.[0-9a-z]+$/.test(object);

/** Until 2026-11-22 we appended the text, with the audio's size in the name, for 30 days. Null for other objects. */
export function appendedAt(object: string): number | null {
  const size = /-([0-9a-z]+)\./.exec(object)?.[1];
  return size === undefined ? null : Number.parseInt(size, 36);
}
