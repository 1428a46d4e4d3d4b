import { AppError } from "@/lib/platform/errors";

const headerBytes = 8;
const chunkHeaderBytes = 12;

/** Real files have a handful. */
const mostChunks = 1000;

/**
 * Moves the sound of a Core Audio file behind its other chunks, so that it can be read as a stream: Apple's programs
 * write the table of its packets last. Throws AUDIO_INVALID for a corrupt file.
 */
export function dataLast(file: Buffer): Buffer[] {
  const [others, data]: [Buffer[], Buffer[]] = [[], []];
  let at = headerBytes;
  for (let chunks = 0; at + chunkHeaderBytes <= file.length; chunks++) {
    const size = file.readBigInt64BE(at + 4);
    // A size of -1 is that of sound up to the end of the file.
    const end = size < 0n ? file.length : Math.min(file.length, at + chunkHeaderBytes + Number(size));
    if (chunks === mostChunks) throw new AppError("AUDIO_INVALID", { param: "file" });
    (file.toString("latin1", at, at + 4) === "data" ? data : others).push(file.subarray(at, end));
    at = end;
  }
  return [file.subarray(0, headerBytes), ...others, ...data];
}
