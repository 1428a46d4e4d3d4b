import type { Readable } from "node:stream";
import { randomText } from "@/lib/crypto";

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

/** `size` and `read` are of the object itself; its note is read apart. */
export type StoredAudio = {
  size: number;
  storedAt: Date;
  read(range?: ByteRange): Readable;
  readNote(): Promise<Uint8Array>;
};

/** Where audio and what was said are kept, by names that nobody can guess. */
export interface AudioStore {
  /**
   * Answers the object's name once its bytes would survive a power cut. Throws when they cannot be written. `note` is
   * kept with the object and lives as long: the text that an audio reads, for instance.
   */
  put(bytes: Uint8Array, extension: string, note?: Uint8Array): Promise<string>;
  /**
   * Takes a file over, which costs no copy on the same disk. Nothing there waits for the disk: it is for what lives for
   * minutes, which a power cut may take.
   */
  adopt(path: string, extension: string): Promise<string>;
  /** Null when there is no such object, or the name is not one that we make. */
  open(object: string): Promise<StoredAudio | null>;
  /** Deleting what is already gone is no failure. */
  delete(object: string): Promise<void>;
  /** The names of everything that is kept, in no order. */
  list(): AsyncIterable<string>;
}

const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * A name of 165 random bits with the format as its extension: safe in a path and in a URL. With a note behind the
 * object it also says where the object ends, so that the two are one file and one write.
 */
export const newObjectName = (extension: string, size?: number): string =>
  `${randomText(32, alphabet)}${size === undefined ? "" : `-${size.toString(36)}`}.${extension}`;

/** Whether it is a name that `newObjectName` makes: the only ones that may become a path. */
export const isObjectName = (text: string): boolean =>
  /^[0-9a-z]{32}(-[0-9a-z]{1,8})?\.[0-9a-z]{2,5}$/.test(text) && !text.endsWith("\n");

/** The object's bytes, where a note follows them; null where nothing does. */
export function sizeInName(object: string): number | null {
  const size = /-([0-9a-z]+)\./.exec(object)?.[1];
  return size === undefined ? null : Number.parseInt(size, 36);
}
