// @module-tag promise
import { expect, test, vi } from "vitest";
import { minutes } from "@/lib/platform/clock";
import { db, sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeBusiness } from "@/prisma/factories";
import { holdCredit, raiseHold, releaseHold } from "./holds";
import { type NewTransfer, postTransfer } from "./post-transfer";
import { captureHolds } from "./settle";

const lock = (nowait: string) =>
  `SELECT FROM wallet_accounts WHERE kind = $2::"AccountKind" AND coalesce(business_id, $1) = $1 FOR UPDATE ${nowait}`;

const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

type Move = (businessId: string, heldId: string) => Promise<unknown>;

const hold: Move = (businessId) => holdCredit({ businessId, trackingId: newId("tts"), amountMilli: 1n });
const raise: Move = (_, heldId) => raiseHold(heldId, { amountMilli: 2n }, minutes(1));
const release: Move = (_, heldId) => releaseHold(heldId);
const refund: Move = (businessId) => postTransfer(db, transferOf(businessId, "refund"));
const topUp: Move = (businessId) => postTransfer(db, transferOf(businessId, "top_up"));
const capture: Move = (_, heldId) => captureHolds(sql, [heldId]);

function transferOf(businessId: string, kind: "refund" | "top_up"): NewTransfer {
  const sides = ["bank", { businessId, kind: "available" }] as const;
  const [debit, credit] = kind === "top_up" ? sides : [sides[1], sides[0]];
  return { debit, credit, amountMilli: 1n, kind, reference: newId("transfer") };
}

test.each([
  ["a hold", "available", "held", hold],
  ["a raised hold", "available", "held", raise],
  ["a release", "available", "held", release],
  ["a capture", "held", "revenue", capture],
  ["a refund", "available", "bank", refund],
  ["a top-up", "available", "bank", topUp],
] as const)(
  "%s that waits for %s has not locked %s, so none can wait for each other",
  async (_, first, second, move) => {
    const { id } = await makeBusiness({ creditMilli: 10n });
    const heldId = newId("tts");
    await holdCredit({ businessId: id, trackingId: heldId, amountMilli: 1n });

    let moving: Promise<unknown> | undefined;
    await transaction(async (own) => {
      await own("lock", lock(""), [id, first]);
      moving = move(id, heldId);
      await vi.waitFor(async () => expect(await sql("waiting", waiting, [])).toHaveLength(1), 5000);
      expect(await own("lock-now", lock("NOWAIT"), [id, second])).toHaveLength(1);
    });
    await moving;
  },
);
