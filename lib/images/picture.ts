import "server-only";
import pLimit, { type LimitFunction } from "p-limit";
import sharp from "sharp";
import { Refusal } from "@/lib/errors";

export const largestBytes = 5_000_000;

/**
 * Stops a small file that unfolds into gigabytes before its pixels are read. All of an interlaced one must be in memory
 * at once.
 */
const mostPixels = 24_000_000;
const mostInterlacedPixels = 8_000_000;

const side = 256;

/** More wait than anybody uploads; each takes a second at most. */
const mostWaiting = 20;

// Pictures are for people who wait for them, jobs are for programs that pay: one thread and no memory kept.
sharp.concurrency(1);
sharp.cache(false);

// One process holds several copies of this module: they share one turn.
const shared = globalThis as typeof globalThis & { vangPictures?: LimitFunction };
shared.vangPictures ??= pLimit(1);
const inTurn = shared.vangPictures;

const signatures = [
  [0, "89504e470d0a1a0a"],
  [0, "ffd8ff"],
  [8, "57454250"],
] as const;

/** By its first bytes, never by its name: nothing else even reaches the decoder. */
const isKnown = (bytes: Uint8Array): boolean =>
  signatures.some(([at, hex]) => Buffer.from(bytes.subarray(at, at + hex.length / 2)).toString("hex") === hex);

/**
 * Makes a square WebP of 256 pixels from a JPEG, PNG or WebP, the right way up and without what the camera wrote about
 * place and time. One at a time: the others wait. Throws BODY_TOO_LARGE above 5 MB, CONTENT_TYPE_UNSUPPORTED for any
 * other kind of file, INVALID_REQUEST for one that is broken or has too many pixels, OVERLOADED when too many wait.
 */
export async function redrawPicture(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes.length > largestBytes) throw new Refusal("BODY_TOO_LARGE", { message: "pictures.tooLarge" });
  if (!isKnown(bytes)) throw new Refusal("CONTENT_TYPE_UNSUPPORTED", { message: "pictures.unsupported" });
  if (inTurn.pendingCount >= mostWaiting) throw new Refusal("OVERLOADED");
  return inTurn(() => redraw(bytes));
}

async function redraw(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, isProgressive } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(refuseBroken);
  const most = isProgressive ? mostInterlacedPixels : mostPixels;
  if (width * height > most) throw new Refusal("INVALID_REQUEST", { message: "pictures.tooManyPixels" });
  const redrawn = await sharp(bytes, { limitInputPixels: most, failOn: "error" })
    .rotate()
    .resize(side, side, { fit: "cover" })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(refuseBroken);
  return new Uint8Array(redrawn);
}

function refuseBroken(): never {
  throw new Refusal("INVALID_REQUEST", { message: "pictures.broken" });
}
