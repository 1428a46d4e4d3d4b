import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { queueOf } from "@/lib/access/events/queue";
import { seconds } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { openGuard } from "./connect";
import { openConnections } from "./connections";
import { type DeliverOptions, Dispatcher } from "./dispatcher";
import { holdSlots } from "./hold-slots";

/** How often a worker looks for due deliveries that no notification announced: retries, and what a lost one did. */
const defaultPollMs = seconds(1);

/** The shortest time between two looks. */
const gapMs = 5;

/** How often attempts that take longer than a moment are written down, for the log of a worker that dies. */
const writtenMs = 250;

/** How long attempts may run after the worker was stopped; the rest are left to other workers. */
const stopMs = seconds(45);

type Options = Partial<DeliverOptions> & { pollMs?: number };

const writeRunning = `UPDATE webhook_workers SET targets = $2, running = $3::jsonb WHERE id = $1`;

/** Delivers the webhooks of this process's region until stopped. Any number of processes may do so at once. */
export function startWebhooks({ pollMs = defaultPollMs, ...options }: Options = {}): { stop(): Promise<void> } {
  const region = options.region ?? env.VANG_REGION;
  const connections = options.connections ?? openConnections(openGuard({ isLocal: env.isSingleMachine }));
  const queue = queueOf(region);
  let isStopped = false;
  let isWoken = false;
  let endRest: () => void = () => undefined;
  let written = "";

  const wake = () => {
    isWoken = true;
    endRest();
  };

  const rest = async () => {
    if (!isWoken) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        endRest = resolve;
        timer = setTimeout(resolve, pollMs);
      });
      clearTimeout(timer);
    }
    isWoken = false;
  };

  const holder = holdSlots({
    queue,
    onWake: wake,
    onLoss: () => dispatcher.tidy(),
    busy: () => dispatcher.busySlots(),
  });
  const dispatcher = new Dispatcher({
    connections,
    region,
    longestMs: options.longestMs,
    slots: () => holder.slots(),
    run: () => holder.worker()?.run ?? sql,
  });
  dispatcher.whenEmpty(wake);

  const look = async () => {
    while (!isStopped) {
      await dispatcher
        .look()
        .catch((error: Error) => log.error({ queue, reason: error.message }, "due webhooks cannot be read"));
      await rest();
      await sleep(gapMs);
    }
  };

  const note = async () => {
    const worker = holder.worker();
    if (!worker) return;
    const values = [worker.id, dispatcher.targets(), JSON.stringify(dispatcher.running(writtenMs))];
    const text = JSON.stringify(values);
    if (text === written) return;
    await sql("note-webhook-attempts", writeRunning, values);
    written = text;
  };

  const looking = look();
  const noting = setInterval(() => {
    dispatcher.tidy();
    note().catch((error: Error) => log.warn({ queue, reason: error.message }, "running attempts are not written down"));
  }, writtenMs);
  return {
    async stop() {
      isStopped = true;
      dispatcher.stop();
      wake();
      await looking;
      await Promise.race([dispatcher.idle(), sleep(stopMs, undefined, { ref: false })]);
      clearInterval(noting);
      await holder.stop();
      await connections.close();
    },
  };
}
