import "server-only";
import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { speechFinished } from "@/lib/access/events/finished-job";
import { occupancy } from "@/lib/api/running-jobs";
import { listProviders } from "@/lib/engines/catalogue";
import { lastHealth } from "@/lib/engines/report";
import { occupancyOf } from "@/lib/engines/resilience/call";
import { engineStates, stateOfEngine } from "@/lib/engines/settings";
import { newestAudit } from "@/lib/money/wallet/books/audit-books";
import { ledgerState } from "@/lib/money/wallet/ledger-state";
import { listAlarms } from "@/lib/operator/alarms/alarms";
import { type AlarmName, alarmNames } from "@/lib/operator/alarms/schema";
import { waitingKinds } from "@/lib/operator/waiting/schema";
import { countWaiting } from "@/lib/operator/waiting/waiting";
import { clock, seconds } from "@/lib/platform/clock";
import { poolState } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { outboxBacklog } from "@/lib/platform/outbox/operate";
import { openStream, streamKind } from "@/lib/platform/stream/open";
import { definitions, type GaugeName } from "@/lib/platform/telemetry/definitions";
import { type Snapshot, setGauge, takeSnapshot, watchProcess } from "@/lib/platform/telemetry/metrics";
import { longJobBacklog } from "@/lib/speech/jobs/backlog";
import { webhookBacklog } from "@/lib/webhooks/deliver/backlog";
import { version } from "@/package.json";
import { plays } from "./roles";

/** The whole scrape must end before Prometheus gives up. */
const longestMs = seconds(1.5);
const keptMs = seconds(5);

/** The metrics of this process; with `isShared` also what one process measures for all, in the database and on the disk. */
export async function measure({ isShared }: { isShared: boolean }): Promise<Snapshot> {
  watchProcess(env.VANG_ROLE);
  measureProcess();
  if (isShared) await measureShared();
  return takeSnapshot(isShared ? ["own", "shared"] : ["own"]);
}

function measureProcess(): void {
  setGauge("vang_build_info", [[{ version, region: env.VANG_REGION }, 1]]);
  setGauge(
    "vang_database_connections",
    Object.entries(poolState()).map(([state, count]) => [{ state }, count]),
  );
  if (!plays("api")) return;
  setGauge("vang_jobs_running", [[{}, occupancy().running]]);
  setGauge("vang_jobs_places", [[{}, occupancy().places]]);
  const engines = listProviders().map((provider) => ({
    engine: provider.name,
    ...occupancyOf(provider),
    health: lastHealth(provider.name),
    state: stateOfEngine(provider.name),
  }));
  for (const name of ["running", "waiting", "places"] as const)
    setGauge(
      `vang_engine_${name}`,
      engines.map(({ engine, ...one }) => [{ engine }, one[name]]),
    );
  setGauge(
    "vang_engine_circuits_open",
    engines.map(({ engine, circuit }) => [{ engine }, Number(circuit === "open")]),
  );
  setGauge(
    "vang_engine_healthy",
    engines.flatMap(({ engine, health }) => (health ? [[{ engine }, Number(health.ok)]] : [])),
  );
  setGauge(
    "vang_engine_state",
    engines.flatMap(({ engine, state }) =>
      engineStates.map((one): [{ engine: string; state: string }, number] => [
        { engine, state: one },
        Number(one === state),
      ]),
    ),
  );
}

let looked: { at: number; found: Promise<Found> } | undefined;

type Found = Awaited<ReturnType<typeof look>>;

/** What was found in the last seconds, or is being looked up: scrapes never wait for each other's statements. */
function lookOnce(): Promise<Found> {
  const at = performance.now();
  if (!looked || at > looked.at + keptMs) looked = { at, found: look() };
  return looked.found;
}

async function look() {
  const [lagMs, outbox, webhooks, audit, ledger, alarms, waiting, disk, longJobs] = await Promise.all([
    // Another stream than the database's may be away by itself.
    openStream()
      .lag(speechFinished)
      .catch(() => null),
    outboxBacklog(),
    webhookBacklog(),
    newestAudit(),
    ledgerState(),
    listAlarms().catch((error: Error) => {
      log.error({ reason: error.message }, "the alarms could not be looked up");
      return null;
    }),
    countWaiting(),
    statfs(env.VANG_DATA).catch(() => null),
    longJobBacklog(),
  ]);
  return { lagMs, outbox, webhooks, audit, ledger, alarms, waiting, disk, longJobs };
}

const sharedGauges = definitions.flatMap((one) => ("source" in one && one.source === "shared" ? one.name : []));

async function measureShared(): Promise<void> {
  const late = sleep(longestMs, null, { ref: false });
  const found = await Promise.race([lookOnce().catch(() => null), late]);
  for (const name of sharedGauges) setGauge<GaugeName>(name, []);
  setGauge("vang_database_up", [[{}, Number(found !== null)]]);
  if (!found) return;
  const { lagMs, outbox, webhooks, audit, ledger, alarms, waiting, disk, longJobs } = found;
  const now = +clock.now();
  const waited = (kind: string) => waiting.find((one) => one.kind === kind);
  if (lagMs !== null) setGauge("vang_stream_lag_seconds", [[{}, lagMs / seconds(1)]]);
  setGauge("vang_stream_info", [[{ kind: streamKind() }, 1]]);
  setGauge("vang_stream_dead_letters", [[{}, waited("deadLetters")?.count ?? 0]]);
  const queues = Object.entries({ email: outbox, webhooks });
  setGauge(
    "vang_outbox_due",
    queues.map(([queue, { due }]) => [{ queue }, due]),
  );
  setGauge(
    "vang_outbox_oldest_due_seconds",
    queues.map(([queue, { oldestDueSeconds }]) => [{ queue }, oldestDueSeconds]),
  );
  setGauge("vang_outbox_dead", [[{}, outbox.dead]]);
  setGauge("vang_webhooks_stopped", [[{}, Number(webhooks.stopped)]]);
  setGauge("vang_webhook_endpoints_behind", [[{}, webhooks.behind]]);
  setGauge(
    "vang_long_jobs",
    (["queued", "running", "paused"] as const).map((state) => [{ state }, longJobs[state]]),
  );
  setGauge("vang_long_jobs_oldest_queued_seconds", [[{}, longJobs.oldestQueuedSeconds]]);
  setGauge("vang_long_jobs_stuck", [[{}, longJobs.stuck]]);
  if (audit) {
    setGauge("vang_books_differences", [[{}, audit.differences]]);
    setGauge("vang_books_audit_age_seconds", [[{}, (now - +audit.auditedAt) / seconds(1)]]);
  }
  setGauge("vang_ledger_protected", [[{}, Number(ledger === "protected")]]);
  const stateOf = (alarm: AlarmName) => {
    const raised = alarms?.find((one) => one.alarm === alarm);
    return raised && (raised.closing ? "closed" : "open");
  };
  if (alarms)
    setGauge(
      "vang_alarms",
      alarmNames.flatMap((alarm) =>
        ["open", "closed"].map((state): [{ alarm: AlarmName; state: string }, number] => [
          { alarm, state },
          Number(stateOf(alarm) === state),
        ]),
      ),
    );
  setGauge(
    "vang_desk_waiting",
    waitingKinds.map((kind) => [{ kind }, waited(kind)?.count ?? 0]),
  );
  const ageOf = (kind: string) => (now - +(waited(kind)?.since ?? now)) / seconds(1);
  setGauge(
    "vang_desk_oldest_waiting_seconds",
    waitingKinds.map((kind) => [{ kind }, Math.max(0, ageOf(kind))]),
  );
  if (disk) setGauge("vang_data_free_ratio", [[{}, disk.bavail / disk.blocks]]);
}
