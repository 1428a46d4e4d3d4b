import { env } from "@/lib/platform/env";

/** The VAT in percent on a day in Vietnam, `2026-11-23`. */
export function vatPercentOn(day: string): number {
  const rate = env.VAT_RATES.findLast(({ from }) => from <= day);
  if (!rate) throw new Error(`VAT_RATES has no rate for ${day}.`);
  return rate.percent;
}

/** The net amount and the tax in an amount that includes it, in whole đồng; the net amount is rounded half away from zero. */
export function splitVat(amountVnd: bigint, percent: number): { netVnd: bigint; taxVnd: bigint } {
  const divisor = BigInt(100 + percent);
  const size = amountVnd < 0n ? -amountVnd : amountVnd;
  const net = (size * 200n + divisor) / (2n * divisor);
  const netVnd = amountVnd < 0n ? -net : net;
  return { netVnd, taxVnd: amountVnd - netVnd };
}
