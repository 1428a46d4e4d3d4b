import "server-only";
import pLimit from "p-limit";
import sharp from "sharp";
import { AppError } from "@/lib/platform/errors";
import { processWide } from "@/lib/platform/process-wide";

export const largestBytes = 5_000_000;

/** Rejects a file that decompresses into gigabytes before it does. An interlaced one must be in memory at once. */
const mostPixels = 24_000_000;
const mostInterlacedPixels = 8_000_000;

const side = 256;

/** More waiting uploads than real use needs; each takes a second at most. */
const mostWaiting = 20;

// Pictures must not slow down paid jobs: one thread and no cache.
sharp.concurrency(1);
sharp.cache(false);

const inTurn = processWide("pictures", () => pLimit(1));

const signatures = [
  [0, "89504e470d0a1a0a"],
  [0, "ffd8ff"],
  [8, "57454250"],
] as const;

/**
 * Creates a square WebP of 256 pixels from a JPEG, PNG or WebP, upright and without the camera's metadata. One at a
 * time: the others wait. Throws BODY_TOO_LARGE above 5 MB, CONTENT_TYPE_UNSUPPORTED for any other kind of file,
 * INVALID_REQUEST for one that is broken or has too many pixels, OVERLOADED when too many wait.
 */
export async function redrawPicture(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes.length > largestBytes) throw new AppError("BODY_TOO_LARGE", { message: "pictures.tooLarge" });
  // By its first bytes, never by its name: nothing else reaches the decoder.
  const isKnown = signatures.some(
    ([at, hex]) => Buffer.from(bytes.subarray(at, at + hex.length / 2)).toString("hex") === hex,
  );
  if (!isKnown) throw new AppError("CONTENT_TYPE_UNSUPPORTED", { message: "pictures.unsupported" });
  if (inTurn.pendingCount >= mostWaiting) throw new AppError("OVERLOADED");
  return inTurn(() => redraw(bytes));
}

async function redraw(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, isProgressive } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(rejectBroken);
  const most = isProgressive ? mostInterlacedPixels : mostPixels;
  if (width * height > most) throw new AppError("INVALID_REQUEST", { message: "pictures.tooManyPixels" });
  const redrawn = await sharp(bytes, { limitInputPixels: most, failOn: "error" })
    .rotate()
    .resize(side, side, { fit: "cover" })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(rejectBroken);
  return new Uint8Array(redrawn);
}

function rejectBroken(): never {
  throw new AppError("INVALID_REQUEST", { message: "pictures.broken" });
}
