import "server-only";
import { anchorAudit } from "@/lib/audit/anchor";
import { minutes, seconds } from "@/lib/clock";
import { mailExpiringKeys } from "@/lib/keys/expiry-mails";
import { sendPosted } from "@/lib/mail/post";
import { takeInventory } from "@/lib/retention/inventory";
import type { Stream } from "@/lib/stream/stream";
import { completeResets } from "@/lib/two-factor/reset/complete";
import { remindOfResets } from "@/lib/two-factor/reset/remind";
import { every } from "./every";
import { startIngest } from "./ingest";
import { reapHolds } from "./reap-holds";
import { sweepContent, sweepDrafts, sweepSignInRecords } from "./sweep";

export type Worker = {
  /** Takes no new work and resolves once the work in hand is done. */
  stop(): Promise<void>;
};

/** Starts everything that runs in the background. Any number of processes may do so at once. */
export function startWorker(stream: Stream): Worker {
  const duties = [
    startIngest(stream),
    every(seconds(10), "reap-holds", () => reapHolds(stream)),
    every(minutes(1), "sweep", sweepContent),
    every(minutes(10), "sweep-drafts", sweepDrafts),
    every(minutes(10), "sweep-sign-ins", sweepSignInRecords),
    every(minutes(20), "inventory", takeInventory),
    every(seconds(1), "posted-mail", sendPosted),
    every(minutes(10), "expiring-keys", mailExpiringKeys),
    every(minutes(10), "anchor-audit", anchorAudit),
    every(seconds(10), "remind-of-factor-resets", remindOfResets),
    every(seconds(10), "complete-factor-resets", completeResets),
  ];
  return {
    async stop() {
      await Promise.all(duties.map((duty) => duty.stop()));
    },
  };
}
