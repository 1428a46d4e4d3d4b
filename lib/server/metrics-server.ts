import "server-only";
import type { ChildProcess } from "node:child_process";
import { createServer, type IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import {
  countedOf,
  mergeSnapshots,
  metricsType,
  type Snapshot,
  setCounter,
  setGauge,
  takeSnapshot,
  watchProcess,
  writeMetrics,
} from "@/lib/platform/telemetry/metrics";

export type MetricsServer = { close(): Promise<void> };

/**
 * Whether a request names this server in a way that a page of another site cannot. Such a page reaches a server of its
 * reader's network by a domain of its own that resolves there (DNS rebinding). Accepted are addresses, names without a
 * dot as in compose, names that no public domain has, this machine's own and the one of VANG_METRICS.
 */
export function namesThisServer({ headers }: Pick<IncomingMessage, "headers">, own: readonly string[]): boolean {
  // HTTP/1.0 of a simple program; browsers always name a host.
  if (headers.host === undefined) return true;
  const name = headers.host.replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase();
  if (isIP(name.replace(/^\[(.*)\]$/, "$1")) > 0 || own.includes(name)) return true;
  return /^[a-z0-9_-]+$/.test(name) || /\.(localhost|internal|cluster\.local)$/.test(name);
}

/** Listens at VANG_METRICS, which API clients do not reach. Concurrent scrapes share one. A taken port is logged. */
export async function openMetricsServer(collect: () => Promise<Snapshot[]>): Promise<MetricsServer> {
  const at = env.VANG_METRICS;
  if (!at) return { close: async () => undefined };
  const own = [at.host, hostname()].map((name) => name.toLowerCase());
  let running: Promise<string> | undefined;
  const write = () => {
    running ??= collect()
      .then(writeMetrics)
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const server = createServer({ keepAliveTimeout: seconds(60) }, async (request, response) => {
    if (!namesThisServer(request, own)) return void response.writeHead(421).end();
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || request.url?.split("?", 1)[0] !== "/metrics") return void response.writeHead(404).end();
    const text = await write().catch((error: Error) => {
      log.error({ reason: error.message }, "the metrics could not be collected");
    });
    if (text === undefined) return void response.writeHead(500).end();
    response.writeHead(200, { "content-type": metricsType }).end(text);
  });
  server.maxConnections = 32;
  await new Promise<void>((settled) => {
    server.on("error", (error: NodeJS.ErrnoException) => {
      log.warn({ ...at, reason: error.code }, "metrics are not served: see VANG_METRICS in docs/reference/settings.md");
      settled();
    });
    server.listen(at, settled);
  });
  return {
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Longer than a process takes that waits for its database. */
const longestMs = seconds(2);

type Roles = Record<string, { serving: number; restarts: number }>;
type Said = { banner?: string; metrics?: Snapshot };
type Watched = { child: ChildProcess; role: string; last?: Snapshot; hasAnswered: boolean; answered?: () => void };

/** For all processes of a supervisor. What a process counted stays in the totals when it ends, or does not answer. */
export async function openSupervisorMetrics(describeRoles: () => Roles) {
  const serving = new Set<Watched>();
  let ended: Snapshot = [];

  function watch(child: ChildProcess, role: string): void {
    const one: Watched = { child, role, hasAnswered: true };
    child.on("message", ({ banner, metrics }: Said) => {
      if (banner !== undefined) serving.add(one);
      if (!metrics) return;
      one.last = metrics;
      one.answered?.();
    });
    // After its last message.
    child.once("disconnect", () => {
      if (serving.delete(one) && one.last) ended = mergeSnapshots([ended, countedOf(one.last)]);
      one.answered?.();
    });
  }

  /** Whether the process has answered in time. */
  function request(one: Watched, isShared: boolean): Promise<boolean> {
    if (!one.child.connected) return Promise.resolve(false);
    const answer = new Promise<true>((done) => {
      one.answered = () => done(true);
    });
    one.child.send({ measure: { isShared } }, () => undefined);
    return Promise.race([answer, sleep(longestMs, false as const, { ref: false })]);
  }

  async function collect(): Promise<Snapshot[]> {
    const all = [...serving];
    // What is in the database is measured by one process for all: by the API's, since it matters most when no worker runs.
    const order = ["api", "worker", "console"];
    const [reporter] = all
      .filter(({ hasAnswered }) => hasAnswered)
      .sort((one, other) => order.indexOf(one.role) - order.indexOf(other.role));
    const own = measureSupervisor(describeRoles());
    await Promise.all(
      all.map(async (one) => {
        one.hasAnswered = await request(one, one === reporter);
      }),
    );
    const last = all
      .filter((one) => serving.has(one))
      .map(({ last = [], hasAnswered }) => (hasAnswered ? last : countedOf(last)));
    return [await own, ended, ...last];
  }

  return { watch, ...(await openMetricsServer(collect)) };
}

function measureSupervisor(roles: Roles): Promise<Snapshot> {
  watchProcess("supervisor");
  const all = Object.entries(roles);
  setGauge(
    "vang_processes",
    all.map(([role, { serving }]) => [{ role }, serving]),
  );
  setCounter(
    "vang_process_restarts_total",
    all.map(([role, { restarts }]) => [{ role }, restarts]),
  );
  return takeSnapshot(["supervisor"]);
}
