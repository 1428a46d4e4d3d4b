import "server-only";
import type { Span } from "@opentelemetry/api";
import { type DeliveryMessage, queueOf } from "@/lib/access/events/queue";
import { clock, seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { openLimits } from "@/lib/platform/rate-limit/open";
import { increment, observe } from "@/lib/platform/telemetry/metrics";
import { fail, traced } from "@/lib/platform/telemetry/tracing";
import { readEndpointUrl } from "@/lib/webhooks/endpoints/url";
import { addContent } from "./add-content";
import { composeRequest } from "./compose-request";
import type { Connections } from "./connections";
import { disable } from "./disable";
import type { Due } from "./find-due";
import { dropMessage, endWithoutAttempt, postponeMessage, restOf } from "./hold";
import { loadTask, type Task } from "./load";
import type { Ended } from "./pace";
import { attemptMs, type Posted, post } from "./post";
import { type Finished, openRecorder } from "./record-attempt";
import { nextAttempt } from "./schedule";
import { whileActive } from "./watch-endpoints";

export type DeliverOptions = { connections: Connections; region: string; longestMs?: number };

export type Delivered =
  | { attempt: Ended }
  /** The endpoint is at its rate. */
  | { postponedTo: Date }
  /** Nothing is attempted before its pause ends. */
  | { isPaused: true }
  /** Stale, canceled, held or failed: its message is gone. */
  | { isOver: true };

export function openDeliver({ connections, region, longestMs = attemptMs }: DeliverOptions) {
  const { name, scheduleMs } = queueOf(region);
  const record = openRecorder(name);

  return async ({ messageId, payload, attempts }: Due, onStart: (task: Task) => void): Promise<Delivered> => {
    const { deliveryId }: DeliveryMessage = JSON.parse(payload);
    const task = await loadTask(deliveryId);
    if (task?.messageId !== messageId || task.state !== "waiting") {
      await dropMessage(messageId);
      return { isOver: true };
    }
    if (task.isPaused) return { isPaused: true };
    const number = attempts + 1;
    // Processes ended during its attempts until none was left.
    const rest = restOf(task) ?? (number > scheduleMs.length ? "failed" : null);
    if (rest) {
      await endWithoutAttempt(task, rest);
      return { isOver: true };
    }
    const postponedTo = await placeInRate(task);
    if (postponedTo) return { postponedTo };
    try {
      return { attempt: await attempt(task, number, onStart) };
    } catch (error) {
      const reason = (error as Error).message;
      log.error({ delivery: deliveryId, reason }, "an attempt of a webhook failed before it was sent or recorded");
      await postponeMessage(messageId, new Date(+clock.now() + (scheduleMs[number] ?? 0)), reason);
      return { isOver: true };
    }
  };

  async function attempt(task: Task, number: number, onStart: (task: Task) => void): Promise<Ended> {
    const startedAt = performance.now();
    const { request, keptHeaders, hide } = composeRequest(await addContent(task), clock.now());
    onStart(task);
    const posted = await whileActive(task, new AbortController().signal, async (signal) => {
      // It may have been stored while this installation was for its own machine only.
      const { fault } = readEndpointUrl(task.url, { isLocal: env.isSingleMachine });
      if (fault) return refused();
      const attributes = { "vang.delivery_id": task.deliveryId, "vang.attempt": number };
      const send = async (span?: Span) => {
        const sent = await post(request, { connections, signal, longestMs });
        if (sent.error) fail(span, sent.error);
        return sent;
      };
      return traced("delivery", attributes, send, "client");
    });
    increment("vang_webhook_attempts_total", { result: posted.error ?? "ok" });
    observe("vang_webhook_attempt_duration_seconds", {}, posted.durationMs / seconds(1));
    const finished: Finished = {
      ...{ ...posted, ...withoutValue(posted, hide), ...(await nextOf(task, posted, number)) },
      ...{ deliveryId: task.deliveryId, messageId: task.messageId ?? "", number: task.attempts + 1 },
      ...{ endpointId: task.endpointId, isTest: task.isTest, url: task.url, requestHeaders: keptHeaders },
    };
    await record(finished);
    const reason = disablesFor(posted);
    if (reason && !task.isTest) await disable(task.endpointId, reason);
    return { startedAt, durationMs: posted.durationMs, hasSucceeded: posted.error === null };
  }

  async function nextOf(
    task: Task,
    posted: Posted,
    number: number,
  ): Promise<Pick<Finished, "state" | "nextAttemptAt">> {
    if (posted.error === null) return { state: "succeeded", nextAttemptAt: null };
    const current = posted.error === "stopped" ? await loadTask(task.deliveryId) : task;
    const rest = current ? restOf(current) : "canceled";
    if (rest) return { state: rest, nextAttemptAt: null };
    const directive = directiveOf(posted);
    const isOver = task.isTest || directive !== undefined || posted.statusCode === 410;
    const retryAfter = posted.responseHeaders?.["retry-after"];
    const nextAttemptAt = isOver
      ? null
      : nextAttempt(scheduleMs, { number, statusCode: posted.statusCode, retryAfter }, clock.now());
    return { state: nextAttemptAt ? "waiting" : "failed", nextAttemptAt };
  }
}

/** When the endpoint's rate has room again; null if it has room now, which is then counted. */
async function placeInRate({ endpointId, ratePerSecond, isTest }: Task): Promise<Date | null> {
  if (ratePerSecond === null || isTest) return null;
  const buckets = [{ name: "deliveries", limit: ratePerSecond }];
  const { exceeded, waitMs } = await openLimits().take({ owner: endpointId, buckets, windowMs: seconds(1) });
  return exceeded ? new Date(+clock.now() + waitMs) : null;
}

/** What the receiver asked for with the header `webhook-delivery`, as Svix has it. */
const directiveOf = ({ responseHeaders }: Posted): "abort-message" | "disable" | undefined =>
  (["abort-message", "disable"] as const).find(
    (directive) => responseHeaders?.["webhook-delivery"]?.trim() === directive,
  );

function disablesFor(posted: Posted): "gone" | "receiver" | null {
  if (posted.error === null) return null;
  if (posted.statusCode === 410) return "gone";
  return directiveOf(posted) === "disable" ? "receiver" : null;
}

const refused = (): Posted => ({
  ...{ startedAt: clock.now(), durationMs: 0, timings: {}, address: null, error: "url" as const },
  ...{ statusCode: null, responseHeaders: null, responseBody: null },
});

/** What a response repeats of the partner's own header is not kept. */
const withoutValue = ({ responseHeaders, responseBody }: Posted, hide: (text: string) => string) => ({
  responseBody: responseBody && hide(responseBody),
  responseHeaders:
    responseHeaders &&
    Object.fromEntries(Object.entries(responseHeaders).map(([name, value]) => [name, hide(String(value))])),
});
