import type { Readable } from "node:stream";
import { ProviderError } from "@/lib/engines/provider";

/** Reads the whole body. Throws ProviderError `broken`, and drops the connection, beyond `maxBytes`. */
export async function readBytes(body: Readable, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw new ProviderError("broken", `The engine sent more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
