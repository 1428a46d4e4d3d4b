import "server-only";
import sharp from "sharp";
import { Refusal } from "@/lib/errors";

export const largestBytes = 5_000_000;

/** Stops a small file that unfolds into gigabytes before its pixels are read. A phone's camera makes 50 million. */
const mostPixels = 64_000_000;
const side = 256;

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
 * place and time. Throws BODY_TOO_LARGE above 5 MB,
 * CONTENT_TYPE_UNSUPPORTED for any other kind of file, INVALID_REQUEST for one that is broken or unfolds too far.
 */
export async function redrawPicture(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes.length > largestBytes) throw new Refusal("BODY_TOO_LARGE", { message: "pictures.tooLarge" });
  if (!isKnown(bytes)) throw new Refusal("CONTENT_TYPE_UNSUPPORTED", { message: "pictures.unsupported" });
  const redrawn = await sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" })
    .rotate()
    .resize(side, side, { fit: "cover" })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => {
      throw new Refusal("INVALID_REQUEST", { message: "pictures.broken" });
    });
  return new Uint8Array(redrawn);
}
