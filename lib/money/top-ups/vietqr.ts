/** A bank transfer as a VietQR code describes it (EMVCo QR Code Specification, in NAPAS's profile). */
export type VietQr = {
  /** `11`: can be paid again; `12`: banking apps lock the amount. */
  initiation: "11" | "12";
  /** The receiving bank. */
  bin: string;
  account: string;
  /** To an account or to a card. */
  service: "QRIBFTTA" | "QRIBFTTC";
  amountVnd?: bigint;
  billNumber?: string;
  memo?: string;
};

export class VietQrError extends Error {}

const napas = "A000000727";
const dong = "704";

/** Of each text field. Only ASCII, so that a length in characters is the length in bytes. */
const allowed = {
  bin: /^\d{6}$/,
  account: /^[0-9A-Za-z]{1,19}$/,
  amountVnd: /^[1-9]\d{0,12}$/,
  billNumber: /^[0-9A-Za-z .-]{1,25}$/,
  memo: /^[0-9A-Za-z .-]{1,25}$/,
};

function valid(name: keyof typeof allowed, value: string): string {
  if (!allowed[name].test(value)) throw new VietQrError(`invalid ${name}`);
  return value;
}

export function encodeVietQr({ initiation, bin, account, service, amountVnd, billNumber, memo }: VietQr): string {
  const receiver = object("00", valid("bin", bin)) + object("01", valid("account", account));
  const notes =
    (billNumber === undefined ? "" : object("01", valid("billNumber", billNumber))) +
    (memo === undefined ? "" : object("08", valid("memo", memo)));
  const payload =
    object("00", "01") +
    object("01", initiation) +
    object("38", object("00", napas) + object("01", receiver) + object("02", service)) +
    object("53", dong) +
    (amountVnd === undefined ? "" : object("54", valid("amountVnd", String(amountVnd)))) +
    object("58", "VN") +
    (notes && object("62", notes));
  return `${payload}6304${checksum(`${payload}6304`)}`;
}

/** Reads a code to the last character. Throws VietQrError unless all of it is well-formed; unknown objects are skipped. */
export function parseVietQr(payload: string): VietQr {
  if (!/^[\x20-\x7e]{8,512}$/.test(payload)) throw new VietQrError("not printable ASCII");
  if (payload.slice(-8, -4) !== "6304") throw new VietQrError("no checksum at the end");
  if (payload.slice(-4) !== checksum(payload.slice(0, -4))) throw new VietQrError("wrong checksum");
  const fields = objectsOf(payload.slice(0, -8));
  if (fields.has("63")) throw new VietQrError("a second checksum");
  if (fields.keys().next().value !== "00") throw new VietQrError("the format is not the first object");
  requireValue(fields, "00", "01");
  requireValue(fields, "53", dong);
  requireValue(fields, "58", "VN");
  const account = objectsOf(need(fields, "38"));
  requireValue(account, "00", napas);
  const receiver = objectsOf(need(account, "01"));
  const notes = objectsOf(fields.get("62") ?? "");
  const [amount, billNumber, memo] = [fields.get("54"), notes.get("01"), notes.get("08")];
  return {
    initiation: oneOf(fields, "01", ["11", "12"]),
    bin: valid("bin", need(receiver, "00")),
    account: valid("account", need(receiver, "01")),
    service: oneOf(account, "02", ["QRIBFTTA", "QRIBFTTC"]),
    ...(amount !== undefined && { amountVnd: BigInt(valid("amountVnd", amount)) }),
    ...(billNumber !== undefined && { billNumber: valid("billNumber", billNumber) }),
    ...(memo !== undefined && { memo: valid("memo", memo) }),
  };
}

const object = (tag: string, value: string) => {
  if (value.length > 99) throw new VietQrError(`object ${tag} is too long`);
  return `${tag}${String(value.length).padStart(2, "0")}${value}`;
};

/** The objects that fill a template: tag and length of two digits each, then the value. */
function objectsOf(template: string): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < template.length; ) {
    const [, tag = "", length = ""] = /^(\d\d)(\d\d)/.exec(template.slice(at, at + 4)) ?? [];
    const value = template.slice(at + 4, at + 4 + Number(length));
    if (!tag || length === "00" || value.length !== Number(length)) throw new VietQrError(`malformed object at ${at}`);
    if (found.has(tag)) throw new VietQrError(`object ${tag} is repeated`);
    found.set(tag, value);
    at += 4 + value.length;
  }
  return found;
}

function need(objects: Map<string, string>, tag: string): string {
  const value = objects.get(tag);
  if (value === undefined) throw new VietQrError(`object ${tag} is missing`);
  return value;
}

function requireValue(objects: Map<string, string>, tag: string, value: string): void {
  if (need(objects, tag) !== value) throw new VietQrError(`object ${tag} is not ${value}`);
}

function oneOf<Value extends string>(objects: Map<string, string>, tag: string, values: readonly Value[]): Value {
  const value = need(objects, tag);
  const found = values.find((known) => known === value);
  if (!found) throw new VietQrError(`object ${tag} is not one of ${values.join(", ")}`);
  return found;
}

/** CRC-16/CCITT-FALSE in upper-case hexadecimal. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
