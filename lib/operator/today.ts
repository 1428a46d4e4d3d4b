import "server-only";
import { listUnrecorded } from "@/lib/billing/bank-notifications/unrecorded";
import { listOpenClaims, listUnmatched } from "@/lib/billing/bank-transfers/list-unmatched";
import { listOpenRefunds } from "@/lib/billing/refunds/decide";
import { requireRight, type StaffMember } from "@/lib/principals/staff";

export type Waiting = {
  id: string;
  kind: "transferIn" | "transferOut" | "claim" | "refund" | "notification";
  business: string;
  /** In thousandths of a đồng; null where it cannot be read without an act. */
  amountMilli: bigint | null;
  since: Date;
  /** The page that decides it. Null where only the terminal does: `command` is then its arguments. */
  path: string | null;
  command: string;
};

/** What waits for a decision of the staff, the oldest first. */
export async function listWaiting(staff: StaffMember): Promise<Waiting[]> {
  requireRight(staff, "read");
  const [transfers, claims, refunds, notifications] = await Promise.all([
    listUnmatched(),
    listOpenClaims(),
    listOpenRefunds(),
    listUnrecorded(),
  ]);
  const all: Waiting[] = [
    ...transfers.map(({ id, direction, amountVnd, occurredAt, named }) => ({
      ...{ id, business: named, amountMilli: amountVnd * 1000n, since: occurredAt },
      ...(direction === "in"
        ? { kind: "transferIn" as const, path: `/operator/transfers/${id}`, command: "" }
        : { kind: "transferOut" as const, path: `/operator/transfers/${id}`, command: "" }),
    })),
    ...claims.map(({ id, business, amountVnd, transferredAt }) => ({
      ...{ id, kind: "claim" as const, business: business.name, amountMilli: amountVnd * 1000n, since: transferredAt },
      ...{ path: `/operator/claims/${id}`, command: "" },
    })),
    ...refunds.map(({ id, business, amountMilli, createdAt }) => ({
      ...{ id, kind: "refund" as const, business: business.name, amountMilli, since: createdAt },
      ...{ path: `/operator/refunds/${id}`, command: "" },
    })),
    ...notifications.map(({ id, provider, receivedAt }) => ({
      ...{ id, kind: "notification" as const, business: provider, amountMilli: null, since: receivedAt },
      ...{ path: null, command: `notifications read ${id}` },
    })),
  ];
  return all.sort((one, other) => +one.since - +other.since);
}
