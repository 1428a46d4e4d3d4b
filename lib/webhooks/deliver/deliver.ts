import "server-only";
import type { DeliveryMessage } from "@/lib/access/events/queue";
import { clock, seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { readPublicUrl } from "@/lib/platform/net/public-url";
import { openLimits } from "@/lib/platform/rate-limit/open";
import { increment, observe } from "@/lib/platform/telemetry/metrics";
import { fail, traced } from "@/lib/platform/telemetry/tracing";
import { type Due, loadTask, restingState, type Task } from "./claim";
import { addContent, composeRequest } from "./compose-request";
import type { Connections } from "./connections";
import { disable } from "./failing";
import type { Ended } from "./lanes";
import { type Posted, post, type Request } from "./post";
import { dropMessage, endWithoutAttempt, type Finished, type openRecorder, postponeMessage } from "./record";
import { nextAttempt, retryDelaysMs, vendorDelaysMs } from "./retry-schedule";
import { isVendorCallback } from "./vendor-callback";
import { whileActive } from "./watch-endpoints";

export type DeliverTools = {
  connections: Connections;
  /** How long an attempt may take. */
  longestMs: number;
  record: ReturnType<typeof openRecorder>;
};

export type Delivered =
  | { attempt: Ended }
  /** The endpoint is at its rate. */
  | { postponedTo: Date }
  /** Nothing is attempted before its pause ends. */
  | { isPaused: true }
  /** Stale, canceled, held or failed: its message is gone. */
  | { isOver: true };

/**
 * Makes one attempt of a due delivery, and writes how it ended and when the next one follows. The statement that writes it
 * also counts the endpoint's failures and pauses it.
 */
export async function deliver(
  { messageId, payload, attempts }: Due,
  onStart: (task: Task) => void,
  tools: DeliverTools,
): Promise<Delivered> {
  const { deliveryId }: DeliveryMessage = JSON.parse(payload);
  const task = await loadTask(deliveryId);
  if (task?.messageId !== messageId || task.state !== "waiting") {
    await dropMessage(messageId);
    return { isOver: true };
  }
  if (task.isPaused) return { isPaused: true };
  const number = attempts + 1;
  // Past the schedule, processes ended during its attempts until none was left.
  const end = restingState(task) ?? (number > delaysOf(task).length ? "failed" : null);
  if (end) {
    await endWithoutAttempt(task, end);
    return { isOver: true };
  }
  if (task.ratePerSecond !== null && !task.isTest) {
    const buckets = [{ name: "deliveries", limit: task.ratePerSecond }];
    const { exceeded, waitMs } = await openLimits().take({ owner: task.endpointId, buckets, windowMs: seconds(1) });
    if (exceeded) return { postponedTo: new Date(+clock.now() + waitMs) };
  }

  try {
    const startedAt = performance.now();
    const whole = await addContent(task);
    const { request, keptHeaders, hide } = composeRequest(whole, clock.now());
    onStart(task);

    const posted = await send(task, request, number, tools);

    await tools.record({
      ...posted,
      ...(await nextOf(task, posted, number)),
      // What a response repeats of the partner's own header is not kept, nor of content that is kept nowhere.
      responseBody: whole.keepsNothing ? null : posted.responseBody && hide(posted.responseBody),
      responseHeaders:
        posted.responseHeaders &&
        Object.fromEntries(Object.entries(posted.responseHeaders).map(([name, value]) => [name, hide(value)])),
      deliveryId,
      messageId,
      number: task.attempts + 1,
      endpointId: task.endpointId,
      isTest: task.isTest,
      url: task.url,
      requestHeaders: keptHeaders,
    });

    const reason = posted.statusCode === 410 ? "gone" : directiveOf(posted) === "disable" ? "receiver" : null;
    if (posted.error !== null && reason && !task.isTest && !task.isCallback) await disable(task.endpointId, reason);
    return { attempt: { startedAt, durationMs: posted.durationMs, hasSucceeded: posted.error === null } };
  } catch (error) {
    const reason = (error as Error).message;
    log.error({ delivery: deliveryId, reason }, "an attempt of a webhook failed before it was sent or recorded");
    await postponeMessage(messageId, new Date(+clock.now() + (delaysOf(task)[number] ?? 0)), reason);
    return { isOver: true };
  }
}

/** Sends the request while its endpoint is neither paused, disabled nor deleted. */
async function send(task: Task, request: Request, number: number, tools: DeliverTools): Promise<Posted> {
  const { connections, longestMs } = tools;
  const posted = await whileActive(task, async (end): Promise<Posted> => {
    // It may have been stored while this installation was for its own machine only.
    if (readPublicUrl(task.url, { isLocal: env.isSingleMachine }).fault) {
      return {
        startedAt: clock.now(),
        durationMs: 0,
        timings: {},
        address: null,
        statusCode: null,
        responseHeaders: null,
        responseBody: null,
        error: "url",
      };
    }
    const attributes = { "vang.delivery_id": task.deliveryId, "vang.attempt": number };
    return traced(
      "delivery",
      attributes,
      async (span) => {
        const sent = await post(request, { connections, end, longestMs });
        if (sent.error) fail(span, sent.error);
        return sent;
      },
      "client",
    );
  });
  increment("vang_webhook_attempts_total", { result: posted.error ?? "ok" });
  observe("vang_webhook_attempt_duration_seconds", {}, posted.durationMs / seconds(1));
  return posted;
}

const delaysOf = ({ isCallback, payload }: Task) =>
  isCallback && isVendorCallback(payload as object) ? vendorDelaysMs : retryDelaysMs;

/** The delivery's state after an attempt, and when the next attempt follows. */
async function nextOf(task: Task, posted: Posted, number: number): Promise<Pick<Finished, "state" | "nextAttemptAt">> {
  if (posted.error === null) return { state: "succeeded", nextAttemptAt: null };
  const current = posted.error === "stopped" ? await loadTask(task.deliveryId) : task;
  const end = current ? restingState(current) : "canceled";
  if (end) return { state: end, nextAttemptAt: null };
  const isFinal = task.isTest || directiveOf(posted) !== undefined || posted.statusCode === 410;
  if (isFinal) return { state: "failed", nextAttemptAt: null };
  const retryAfter = posted.responseHeaders?.["retry-after"];
  const nextAttemptAt = nextAttempt({ number, statusCode: posted.statusCode, retryAfter }, clock.now(), {
    delaysMs: delaysOf(task),
  });
  return { state: nextAttemptAt ? "waiting" : "failed", nextAttemptAt };
}

/** What the receiver asked for with the header `webhook-delivery`, as Svix has it. */
const directiveOf = ({ responseHeaders }: Posted): "abort-message" | "disable" | undefined =>
  (["abort-message", "disable"] as const).find(
    (directive) => responseHeaders?.["webhook-delivery"]?.trim() === directive,
  );
