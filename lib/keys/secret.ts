import "server-only";
import { crc32 } from "node:zlib";
import { hmac, randomText } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { type KeyMode, secretPrefixes } from "./schema";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const form = /^vang_(live|test)_[0-9A-Za-z]{38}$/;

/** A new key: the prefix, 190 random bits, and a checksum over both. It is never stored. */
export function mintSecret(mode: KeyMode = "live"): string {
  const body = secretPrefixes[mode] + randomText(32, base62);
  return body + checksum(body);
}

/** Whether the text can be a key at all: its checksum (CRC-32) detects any change of one character without a query. */
export function isWellFormedSecret(secret: string): boolean {
  return form.test(secret) && checksum(secret.slice(0, -6)) === secret.slice(-6);
}

/** Whether a text contains something that looks like one of our keys, with a valid checksum or not. */
export const containsSecret = (text: string): boolean => /vang_(live|test)_[0-9A-Za-z]{8,}/.test(text);

/** The first whole key in a text with a valid checksum. */
export const findSecret = (text: string): string | null =>
  text.match(/vang_(live|test)_[0-9A-Za-z]{38}/g)?.find(isWellFormedSecret) ?? null;

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let place = 0; place < 6; place++) {
    text = base62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

type Pepper = { id: number; value: string };

let peppers: Pepper[] | undefined;

/** Newest first. */
function listPeppers(): Pepper[] {
  peppers ??= env.VANG_PEPPERS.split(",")
    .map((entry) => ({ id: Number(entry.split(":")[0]), value: entry.slice(entry.indexOf(":") + 1) }))
    .sort((a, b) => b.id - a.id);
  return peppers;
}

/** The keyed hash that a new key is stored under, and the number of its pepper. */
export function fingerprint(secret: string): { fingerprint: string; pepperId: number } {
  const [newest] = listPeppers();
  if (!newest) throw new Error("VANG_PEPPERS is empty");
  return { fingerprint: hmac(newest.value, secret), pepperId: newest.id };
}

/** The key's fingerprint under every pepper still in use, so that peppers can be changed without changing keys. */
export const fingerprints = (secret: string): string[] => listPeppers().map(({ value }) => hmac(value, secret));
