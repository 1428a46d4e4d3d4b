import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { queueOf } from "@/lib/access/events/queue";
import { seconds } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { openGuard } from "@/lib/platform/net/guarded-connect";
import { type Claims, startClaimLoop } from "@/lib/platform/outbox/claim-loop";
import { openConnections } from "./connections";
import { type DeliverOptions, Dispatcher } from "./dispatcher";
import { holdSlots } from "./hold-slots";

/** Retries, and what a lost notification would have announced. */
const hasDue = "(SELECT min(due_at) FROM outbox_messages WHERE kind = $2 AND state = 'waiting') <= $1";

/** The shortest time between two looks. */
const gapMs = 5;

/** How often attempts that take longer than a moment are written down, for the log of a worker that dies. */
const writtenMs = 250;

/** How long attempts may run after the worker was stopped; the rest are left to other workers. */
const stopMs = seconds(45);

/** `rest`: of a worker that found nothing due, as in `Claims`. */
type Options = Partial<DeliverOptions & Pick<Claims<never>, "rest">>;

const writeRunning = `UPDATE webhook_workers SET targets = $2, running = $3::jsonb WHERE id = $1`;

/** Delivers the webhooks of this process's region until stopped. Any number of processes may do so at once. */
export function startWebhooks(options: Options = {}): { stop(): Promise<void> } {
  const region = options.region ?? env.VANG_REGION;
  const connections = options.connections ?? openConnections(openGuard({ isLocal: env.isSingleMachine }));
  const queue = queueOf(region);
  let written = "";
  let noting: NodeJS.Timeout | undefined;
  let isStopped = false;

  const holder = holdSlots({
    queue,
    onWake: () => loop.wake(),
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
  const loop = startClaimLoop({
    name: `webhooks ${queue}`,
    rest: options.rest ?? { text: hasDue, values: [queue] },
    gatherMs: () => gapMs,
    // The dispatcher claims what it has places for, and keeps what it is attempting.
    async claim() {
      if ((await dispatcher.look()) > 0) noteLater();
      return [];
    },
    failed: ({ message: reason }) => log.error({ queue, reason }, "due webhooks cannot be read"),
  });
  dispatcher.whenEmpty(loop.wake);

  /** Returns whether there is something to write down next time. */
  async function note(): Promise<boolean> {
    const worker = holder.worker();
    const targets = dispatcher.targets();
    if (!worker) return targets.length > 0;
    const values = [worker.id, targets, JSON.stringify(dispatcher.running(writtenMs))];
    const text = JSON.stringify(values);
    if (text !== written) await sql("note-webhook-attempts", writeRunning, values);
    written = text;
    return targets.length > 0;
  }

  /** Goes on until nothing waits, and that is written down too. */
  function noteLater(): void {
    noting ??= setTimeout(async () => {
      dispatcher.tidy();
      const isBusy = await note().catch((error: Error) => {
        log.warn({ queue, reason: error.message }, "running attempts are not written down");
        return true;
      });
      noting = undefined;
      if (isBusy && !isStopped) noteLater();
    }, writtenMs);
  }

  return {
    async stop() {
      dispatcher.stop();
      await loop.stop();
      await Promise.race([dispatcher.idle(), sleep(stopMs, undefined, { ref: false })]);
      isStopped = true;
      clearTimeout(noting);
      await holder.stop();
      await connections.close();
    },
  };
}
