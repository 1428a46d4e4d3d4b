import "server-only";
import { queueOf } from "@/lib/access/events/queue";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock, days, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";
import { openGuard } from "@/lib/webhooks/deliver/connect";
import { openConnections } from "@/lib/webhooks/deliver/connections";
import { type Posted, post } from "@/lib/webhooks/deliver/post";
import { whileActive } from "@/lib/webhooks/deliver/watch-endpoints";
import { checkWebhooks } from "@/lib/webhooks/endpoints/check";
import { readEndpointUrl } from "@/lib/webhooks/endpoints/url";
import { findTarget, prepareRequest, type Target } from "./prepare";
import { type DrillCheck, type DrillReport, type DrillResult, drillChecks, fastMs } from "./schema";

const limit = 5;
const drills = openAttempts("webhook drill", limit, minutes(10));

/** A response that takes longer counts as none, so that a drill ends within a minute. */
const longestMs = seconds(10);

type Options = { fastMs?: number };

/**
 * Sends seven test events as on a bad day: twice, in the wrong order, late, forged, and replayed by somebody else.
 * Nothing is stored, and the endpoint's health does not change. Throws NOT_FOUND for another business's endpoint and
 * once it is deleted, BUSINESS_SUSPENDED, CONFLICT for a URL that is not allowed and while an operator has stopped
 * webhooks, each also during the drill, and TOO_MANY_ATTEMPTS past five in ten minutes.
 */
export async function runDrill(by: Member | Caller, endpointId: string, options: Options = {}): Promise<DrillReport> {
  checkWebhooks(by, "webhooks:write");
  await requireTarget(by.businessId, endpointId);
  if (!(await drills.isAllowed(endpointId))) {
    throw new AppError("TOO_MANY_ATTEMPTS", { message: "webhooks.drills.tooMany", values: { limit } });
  }
  const results = await perform(() => requireTarget(by.businessId, endpointId), options.fastMs ?? fastMs);
  return { results, passed: results.filter(({ outcome }) => outcome === "passed").length, total: results.length };
}

const unknown = () => new AppError("NOT_FOUND", { message: "webhooks.drills.unknownEndpoint" });

/** The endpoint as it is now, if events may be sent to it. */
async function requireTarget(businessId: string, endpointId: string): Promise<Target> {
  const target = await findTarget(businessId, endpointId);
  if (!target) throw unknown();
  if (target.business.suspendedAt) throw new AppError("BUSINESS_SUSPENDED");
  if (readEndpointUrl(target.url, { isLocal: env.isSingleMachine }).fault) {
    throw new AppError("CONFLICT", { message: "webhooks.drills.urlNotAllowed" });
  }
  if ((await db.outboxPause.count({ where: { kind: queueOf(env.VANG_REGION), target: "" } })) > 0) {
    throw new AppError("CONFLICT", { message: "webhooks.drills.stopped" });
  }
  return target;
}

async function perform(findNow: () => Promise<Target>, fast: number): Promise<DrillResult[]> {
  const connections = openConnections(openGuard({ isLocal: env.isSingleMachine }));
  const end = new AbortController();
  const send = async (sendOptions: Parameters<typeof prepareRequest>[1] = {}) => {
    const target = await findNow();
    end.signal.throwIfAborted();
    const posted = await whileActive({ endpointId: target.id, isTest: true }, end.signal, (signal) =>
      post(prepareRequest(target, sendOptions), { connections, signal, longestMs }),
    );
    if (posted.error === "stopped") throw unknown();
    return posted;
  };
  try {
    const eventId = newId("event");
    const valid = await send({ eventId });
    if (!isAccepted(valid)) return [evaluate("valid", [valid], isAccepted), ...drillChecks.slice(1).map(skipped)];
    const [[duplicate, late], forged, stale] = await Promise.all([
      inTurn([() => send({ eventId }), () => send({ happenedAt: new Date(+clock.now() - days(3)) })]),
      send({ isForged: true }),
      send({ sentAt: new Date(+clock.now() - minutes(10)) }),
    ]);
    // Last, because a receiver that rejects lower numbers would reject those of the other checks too.
    const order = await inTurn([() => send({ sequence: 2 }), () => send({ sequence: 1 })]);
    const accepted = [valid, duplicate, late, ...order].filter((posted) => posted !== undefined);
    return [
      evaluate("valid", [valid], isAccepted),
      evaluate("duplicate", [duplicate], isAccepted),
      evaluate("order", order, isAccepted),
      evaluate("late", [late], isAccepted),
      evaluate("signature", [forged], isRejected),
      evaluate("timestamp", [stale], isRejected),
      evaluate("speed", [slowestOf(accepted)], ({ durationMs }) => durationMs <= fast),
    ];
  } finally {
    // The first failure ends the requests that run beside it.
    end.abort();
    await connections.close();
  }
}

async function inTurn(sends: (() => Promise<Posted>)[]): Promise<Posted[]> {
  const posted: Posted[] = [];
  for (const send of sends) posted.push(await send());
  return posted;
}

const isAccepted = ({ error }: Posted): boolean => error === null;

const isRejected = ({ statusCode }: Posted): boolean => statusCode !== null && statusCode >= 400 && statusCode < 500;

const slowestOf = (all: readonly Posted[]) => all.toSorted((a, b) => b.durationMs - a.durationMs)[0];

/** Passed if all are as they should be; the first that is not is reported. */
function evaluate(
  check: DrillCheck,
  all: readonly (Posted | undefined)[],
  isRight: (posted: Posted) => boolean,
): DrillResult {
  const posted = all.filter((one) => one !== undefined);
  const wrong = posted.find((one) => !isRight(one));
  const { statusCode = null, error = null, durationMs = null } = wrong ?? posted.at(-1) ?? {};
  return { check, outcome: wrong ? "failed" : "passed", statusCode, error, durationMs };
}

const skipped = (check: DrillCheck): DrillResult => ({
  check,
  outcome: "skipped",
  statusCode: null,
  error: null,
  durationMs: null,
});
