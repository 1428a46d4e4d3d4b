import "server-only";
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { Movement } from "@/lib/money/movements/schema";
import { formatMilli } from "@/lib/platform/amounts";
import type { Parties } from "./schema";

export type HashedHead = {
  number: string;
  month: string;
  businessId: string;
  openingMilli: bigint;
  closingMilli: bigint;
  parties: Parties;
};

/** SHA-256 in hex over the head and each line as canonical JSON (RFC 8785), one a line. Amounts are decimal đồng. */
export async function hashStatement(head: HashedHead, batches: AsyncIterable<Movement[]>): Promise<string> {
  const { openingMilli, closingMilli, ...rest } = head;
  const hash = createHash("sha256");
  const add = (value: object) => hash.update(`${canonicalize(value)}\n`);
  add({ ...rest, opening: formatMilli(openingMilli), closing: formatMilli(closingMilli) });
  for await (const batch of batches) {
    for (const { id, createdAt, kind, milli, freeMilli, reference, trackingId, priceId, units } of batch) {
      const [at, amount] = [createdAt.toISOString(), formatMilli(milli)];
      // Absent where there is none, as on statements from before free credit was recorded.
      const free = freeMilli > 0n ? { free: formatMilli(freeMilli) } : {};
      add({ id, at, kind, amount, ...free, reference, trackingId, priceId, units });
    }
  }
  return hash.digest("hex");
}
