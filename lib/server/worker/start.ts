import "server-only";
import { anchorAudit } from "@/lib/access/audit/anchor";
import { sweepFormerMembers } from "@/lib/access/businesses/not-own";
import { expireLimits } from "@/lib/businesses/limits/service";
import { mailDigests } from "@/lib/businesses/notices/digest";
import { mailExpiringKeys } from "@/lib/keys/expiry-mails";
import { sweepLiveTokens } from "@/lib/keys/live-tokens";
import { expireMoneyActs } from "@/lib/money/acts/decide";
import { warnOfBudgets } from "@/lib/money/alerts/budget";
import { startLowCredit } from "@/lib/money/alerts/crossings";
import { warnOfLowCredit } from "@/lib/money/alerts/warn";
import { checkDays, sumBank } from "@/lib/money/bank/notifications/check-days";
import { updateFromList } from "@/lib/money/bank/notifications/read-list";
import { retryUnknownAccounts } from "@/lib/money/bank/notifications/set-aside";
import { notificationClaims } from "@/lib/money/bank/notifications/settle-notifications";
import { markOldTransfers } from "@/lib/money/bank/transfers/report";
import { adjustChanged } from "@/lib/money/invoices/changes";
import { invoiceClaims } from "@/lib/money/invoices/issue";
import { requestOrdered } from "@/lib/money/invoices/request";
import { announcementClaims } from "@/lib/money/prices/announce";
import { closeMonths } from "@/lib/money/statements/close";
import { watchBooks } from "@/lib/money/wallet/books/audit-books";
import { expireGrants } from "@/lib/money/wallet/grants";
import { watchAlarms } from "@/lib/operator/alarms/alarms";
import { rollUpServiceDays } from "@/lib/operator/service-status/service-status";
import { notifyOverdue } from "@/lib/operator/waiting/waiting";
import { deliveredKinds } from "@/lib/operator/work/outbox-kinds";
import { completeResets, remindOfResets } from "@/lib/people/two-factor/reset/run-waits";
import { hours, minutes, seconds } from "@/lib/platform/clock";
import { startClaimLoop, startWhenDue } from "@/lib/platform/outbox/claim-loop";
import { startOutbox } from "@/lib/platform/outbox/worker";
import type { Stream } from "@/lib/platform/stream/stream";
import { watchLongJobs } from "@/lib/speech/jobs/backlog";
import { sweepLongJobs } from "@/lib/speech/jobs/finish";
import { startLongJobs } from "@/lib/speech/jobs/work";
import { endAbandoned } from "@/lib/speech/live/abandoned";
import { scanForOrphans } from "@/lib/speech/retention/orphan-scan";
import { deleteWithoutMembers } from "@/lib/speech/retention/sweep";
import { fetchClaims } from "@/lib/speech/uploads/by-url";
import { warnOfBacklogs } from "@/lib/webhooks/deliver/backlog";
import { watchFailures } from "@/lib/webhooks/deliver/failing";
import { releaseResumed } from "@/lib/webhooks/deliver/recover";
import { startWebhooks } from "@/lib/webhooks/deliver/worker";
import { announceEndpoints } from "@/lib/webhooks/endpoints/announce";
import { cancelRemaining } from "@/lib/webhooks/endpoints/lifecycle";
import { replayClaims } from "@/lib/webhooks/replays/run";
import { every } from "./every";
import { reapHolds, reaping, startIngest } from "./finished-calls";
import { sweepContent, sweepDrafts, sweepSignInRecords } from "./sweep";

export type Worker = {
  /** Takes no new work and resolves once the current work is done. */
  stop(): Promise<void>;
};

/** Starts all background tasks. Each can run in any number of processes at once, and be killed at any time. */
export function startWorker(stream: Stream): Worker {
  const tasks = [
    // First: what crossed while no worker ran is promised soon, and the others take every connection of the pool.
    startLowCredit(),
    startIngest(stream),
    every(reaping.pauseMs, "reap-holds", () => reapHolds(stream)),
    startWhenDue("end-live-sessions", { text: "(SELECT min(expires_at) FROM live_sessions) <= $1" }, endAbandoned),
    every(minutes(10), "sweep-live-tokens", sweepLiveTokens),
    every(minutes(1), "sweep", sweepContent),
    startClaimLoop(announcementClaims),
    every(seconds(30), "books", watchBooks),
    every(minutes(1), "expire-credit", expireGrants),
    every(minutes(1), "expire-limits", expireLimits),
    every(minutes(10), "delete-without-members", deleteWithoutMembers),
    every(minutes(10), "sweep-drafts", sweepDrafts),
    every(minutes(10), "sweep-sign-ins", sweepSignInRecords),
    every(minutes(20), "inventory", scanForOrphans),
    startOutbox(deliveredKinds),
    startWebhooks(),
    every(minutes(10), "expiring-keys", mailExpiringKeys),
    every(minutes(1), "notice-digests", mailDigests),
    every(minutes(1), "low-credit", warnOfLowCredit),
    every(minutes(1), "budgets", warnOfBudgets),
    every(minutes(1), "overdue", notifyOverdue),
    every(minutes(1), "expire-money-acts", expireMoneyActs),
    every(hours(1), "former-members", sweepFormerMembers),
    every(minutes(2), "service-days", rollUpServiceDays),
    every(minutes(10), "anchor-audit", anchorAudit),
    startClaimLoop(notificationClaims),
    every(minutes(1), "bank-accounts", retryUnknownAccounts),
    every(minutes(1), "bank-list", updateFromList),
    every(minutes(10), "bank-days", checkDays),
    startWhenDue(
      "mark-transfers",
      { text: "EXISTS (SELECT FROM bank_transfers WHERE marks IS NULL)" },
      markOldTransfers,
    ),
    every(minutes(10), "bank-sum", sumBank),
    every(minutes(1), "alarms", watchAlarms),
    every(minutes(1), "close-months", closeMonths),
    every(minutes(1), "ordered-invoices", requestOrdered),
    every(minutes(1), "changed-invoices", adjustChanged),
    startClaimLoop(invoiceClaims()),
    startClaimLoop(replayClaims),
    startLongJobs(),
    startClaimLoop(fetchClaims()),
    every(minutes(1), "long-jobs", sweepLongJobs),
    every(minutes(1), "watch-long-jobs", watchLongJobs),
    every(minutes(1), "remind-of-factor-resets", remindOfResets),
    every(minutes(1), "complete-factor-resets", completeResets),
    every(minutes(1), "watch-webhooks", watchFailures),
    startWhenDue(
      "announce-webhooks",
      { text: "(SELECT min(announce_at) FROM webhook_endpoints) <= $1" },
      announceEndpoints,
    ),
    every(minutes(1), "webhook-backlogs", warnOfBacklogs),
    startWhenDue(
      "release-webhooks",
      { text: "EXISTS (SELECT FROM outbox_pauses WHERE places IS NOT NULL)" },
      releaseResumed,
    ),
    every(seconds(5), "cancel-webhooks", cancelRemaining),
  ];
  return {
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}
