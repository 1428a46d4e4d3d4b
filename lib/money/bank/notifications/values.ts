import { createHmac } from "node:crypto";
import { isLosslessNumber, parse } from "lossless-json";
import { isSame } from "@/lib/platform/crypto";

/** A notification that does not say what it must; the message says what is wrong, without the payer's data. */
export class Unreadable extends Error {}

export type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** The body's JSON object, with numbers as they are written. A key that is written twice is rejected. */
export function readJson(body: Buffer): Fields {
  let value: unknown = null;
  try {
    value = parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    // Rejected below, as every other value that is not an object.
  }
  if (!isFields(value)) throw new Unreadable("the body is not a JSON object");
  return value;
}

export function readFields(value: unknown, name: string): Fields {
  if (!isFields(value)) throw new Unreadable(`${name} is not an object`);
  return value;
}

/** A text or number as it is written; null and a missing field are empty. */
export function readText(fields: Fields, name: string): string {
  const value = fields[name];
  if (value === null || value === undefined) return "";
  if (isLosslessNumber(value)) return value.value;
  if (typeof value !== "string") throw new Unreadable(`${name} is neither text nor a number`);
  return value.trim();
}

/** One word of at most 100 printable characters. */
export function readId(fields: Fields, name: string): string {
  const text = readText(fields, name);
  if (!/^[\x21-\x7e]{1,100}$/.test(text)) throw new Unreadable(`${name} is not an id`);
  return text;
}

export function readAccountNumber(fields: Fields, name: string): string {
  const text = readText(fields, name);
  if (!/^[0-9A-Za-z]{1,34}$/.test(text)) throw new Unreadable(`${name} is not an account number`);
  return text;
}

export function readReference(fields: Fields, name: string): string {
  const text = readText(fields, name);
  if (text.length > 200 || /\p{Cc}/u.test(text)) throw new Unreadable(`${name} is not a reference`);
  return text;
}

/** An amount in whole đồng above zero; the sign is returned apart. */
export function readSignedAmount(fields: Fields, name: string): { amountVnd: bigint; isNegative: boolean } {
  const text = readText(fields, name);
  const [, sign, digits = ""] = /^(-?)(\d{1,15})$/.exec(text) ?? [];
  if (!digits) throw new Unreadable(`${name} is not a whole amount of đồng`);
  const amountVnd = BigInt(digits);
  if (amountVnd === 0n) throw new Unreadable(`${name} is zero`);
  return { amountVnd, isNegative: sign === "-" };
}

export function readAmount(fields: Fields, name: string): bigint {
  const { amountVnd, isNegative } = readSignedAmount(fields, name);
  if (isNegative) throw new Unreadable(`${name} is negative`);
  return amountVnd;
}

/** A time in Vietnam, `2026-11-22 14:02:37`, or one with its offset. */
export function readTime(fields: Fields, name: string): Date {
  const text = readText(fields, name);
  const [, day, time, offset] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? [];
  const at = new Date(`${day}T${time}${offset ?? "+07:00"}`);
  if (Number.isNaN(at.getTime())) throw new Unreadable(`${name} is not a time`);
  return at;
}

/** Whether one of the secrets signs the text so. Compares in constant time, with each of them. */
export function isSignedBy(
  secrets: readonly string[],
  { algorithm, text, signature }: { algorithm: "sha256" | "sha512"; text: string | Buffer; signature: string },
): boolean {
  return secrets
    .map((secret) => isSame(createHmac(algorithm, secret).update(text).digest("hex"), signature.toLowerCase()))
    .includes(true);
}
