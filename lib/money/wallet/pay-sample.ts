import "server-only";
import { db } from "@/lib/platform/db";
import { postTransfer } from "./post-transfer";

/** Books what a sample of the front page would have cost: the platform gives it away, as it does with free credit. */
export async function paySample(reference: string, amountMilli: bigint): Promise<void> {
  const sides = { debit: "promotion", credit: "promotional_revenue", kind: "promotional" } as const;
  await db.$transaction((tx) => postTransfer(tx, { ...sides, amountMilli, reference }));
}
