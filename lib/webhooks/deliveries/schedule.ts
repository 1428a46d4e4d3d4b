import "server-only";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { DeliverySummary } from "./list";

/** The same deliveries; none is attempted before the pause of an endpoint that fails ends. */
export async function afterPause<Row extends Pick<DeliverySummary, "state" | "isTest" | "nextAttemptAt">>(
  endpointId: string,
  deliveries: readonly Row[],
): Promise<(Row & { isBehindPause?: boolean })[]> {
  const isAffected = ({ state, isTest }: Row) => state === "waiting" && !isTest;
  if (!deliveries.some(isAffected)) return [...deliveries];
  const pauses = await db.outboxPause.findMany({ where: { target: endpointId, until: { gt: clock.now() } } });
  const end = Math.max(0, ...pauses.map(({ until }) => +until));
  return deliveries.map((row) =>
    isAffected(row) && row.nextAttemptAt && +row.nextAttemptAt < end
      ? { ...row, nextAttemptAt: new Date(end), isBehindPause: true }
      : row,
  );
}
