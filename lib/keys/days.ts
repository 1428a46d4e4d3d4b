import "server-only";
import { clock, days } from "@/lib/clock";
import type { Sql } from "@/lib/db";
import { dayOf } from "./expiry";

/** A finished call, as far as its key's figures go. */
export type DayCall = {
  keyId: string;
  service: "tts" | "stt";
  status: "completed" | "failed";
  amountMilli: string;
  createdAt: string;
};

// Rows are taken in one order, for two batches may share keys.
const add = `
  INSERT INTO key_days AS d (key_id, day, service, calls, errors, amount_milli)
  SELECT call."keyId", (call."createdAt" AT TIME ZONE 'Asia/Ho_Chi_Minh')::date, call.service::"Service",
    count(*), count(*) FILTER (WHERE call.status = 'failed'), sum(call."amountMilli")
  FROM json_to_recordset($1::json)
    AS call ("keyId" text, "createdAt" timestamptz, service text, status text, "amountMilli" bigint)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (key_id, day, service) DO UPDATE
  SET calls = d.calls + excluded.calls, errors = d.errors + excluded.errors,
    amount_milli = d.amount_milli + excluded.amount_milli`;

/** Adds calls to their keys' days. Once for each call: it runs in the transaction that takes them into history. */
export async function recordKeyDays(sql: Sql, calls: DayCall[]): Promise<void> {
  if (calls.length > 0) await sql("record-key-days", add, [JSON.stringify(calls)]);
}

/** How many days a key's figures show. */
export const shownDays = 30;

/** The days shown, oldest first, today's last: `YYYY-MM-DD` in Vietnam. */
export function listShownDays(): string[] {
  const now = clock.now().getTime();
  return Array.from({ length: shownDays }, (_, index) => dayOf(new Date(now - days(shownDays - 1 - index))));
}
