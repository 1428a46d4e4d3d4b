import "server-only";
import { randomUUID } from "node:crypto";
import type { Ask, Lease } from "./limits";

/** The lease a call would get, if it asks for a place in any pool. */
export function newLease({ owner, pools = [] }: Ask): Lease | null {
  if (pools.length === 0) return null;
  return { id: randomUUID(), owner, pools: pools.map(({ name }) => name) };
}
