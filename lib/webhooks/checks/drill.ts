import "server-only";
import { queueOf } from "@/lib/access/events/queue";
import { schemaVersion } from "@/lib/access/events/schema";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock, days, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { openGuard } from "@/lib/platform/net/guarded-connect";
import { readPublicUrl } from "@/lib/platform/net/public-url";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";
import { composeRequest, type Sendable } from "@/lib/webhooks/deliver/compose-request";
import { openConnections } from "@/lib/webhooks/deliver/connections";
import { type Posted, post, type Request } from "@/lib/webhooks/deliver/post";
import { retriesLastDays } from "@/lib/webhooks/deliver/retry-schedule";
import { sign } from "@/lib/webhooks/deliver/sign";
import { whileActive } from "@/lib/webhooks/deliver/watch-endpoints";
import { checkWebhooks } from "@/lib/webhooks/endpoints/authorize";
import { mintWebhookSecret } from "@/lib/webhooks/endpoints/secrets";
import { type DrillCheck, type DrillReport, type DrillResult, drillChecks, fastMs } from "./schema";

const limit = 5;
const drills = openAttempts("webhook drill", limit, minutes(10));

/** A response that takes longer counts as none, so that a drill ends within a minute. */
const longestMs = seconds(10);

/**
 * Sends seven test events as on a bad day: twice, in the wrong order, late, forged, and replayed by somebody else.
 * Nothing is stored, and the endpoint's health does not change. Throws NOT_FOUND for another business's endpoint and
 * once it is deleted, BUSINESS_SUSPENDED, CONFLICT for a URL that is not allowed and while an operator has stopped
 * webhooks, each also during the drill, and TOO_MANY_ATTEMPTS past five in ten minutes.
 */
export async function runDrill(
  by: Member | Caller,
  endpointId: string,
  options: { fastMs?: number } = {},
): Promise<DrillReport> {
  checkWebhooks(by, "webhooks:write");
  await requireTarget(by.businessId, endpointId);
  if (!(await drills.isAllowed(endpointId))) {
    throw new AppError("TOO_MANY_ATTEMPTS", { message: "webhooks.drills.tooMany", values: { limit } });
  }
  const results = await perform(() => requireTarget(by.businessId, endpointId), options.fastMs ?? fastMs);
  return { results, passed: results.filter(({ outcome }) => outcome === "passed").length, total: results.length };
}

const unknownTarget = () => new AppError("NOT_FOUND", { message: "webhooks.drills.unknownEndpoint" });

type Target = Awaited<ReturnType<typeof requireTarget>>;

/** The endpoint with what its requests need, as it is now, if events may be sent to it. */
async function requireTarget(businessId: string, id: string) {
  const now = clock.now();
  const target =
    isId("webhook", id) &&
    (await db.webhookEndpoint.findFirst({
      where: { id, businessId, deletedAt: null, business: { archivedAt: null } },
      select: {
        id: true,
        businessId: true,
        url: true,
        headerName: true,
        encryptedHeaderValue: true,
        business: { select: { suspendedAt: true } },
        secrets: {
          where: { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
          select: { id: true, encryptedSecret: true },
        },
      },
    }));
  if (!target) throw unknownTarget();
  if (target.business.suspendedAt) throw new AppError("BUSINESS_SUSPENDED");
  if (readPublicUrl(target.url, { isLocal: env.isSingleMachine }).fault) {
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
  const send = async (changes: Changes = {}) => {
    const target = await findNow();
    end.signal.throwIfAborted();
    const posted = await whileActive({ endpointId: target.id, isTest: true }, (one) => {
      end.signal.addEventListener("abort", () => one.abort(), { once: true });
      return post(prepareRequest(target, changes), { connections, end: one, longestMs });
    });
    if (posted.error === "stopped") throw unknownTarget();
    return posted;
  };
  const sendInTurn = async (...all: Changes[]) => {
    const posted: Posted[] = [];
    for (const changes of all) posted.push(await send(changes));
    return posted;
  };

  try {
    const eventId = newId("event");
    const valid = await send({ eventId });
    if (!isAccepted(valid)) {
      const skipped = { outcome: "skipped", statusCode: null, error: null, durationMs: null } as const;
      return [evaluate("valid", [valid], isAccepted), ...drillChecks.slice(1).map((check) => ({ check, ...skipped }))];
    }
    const [[duplicate, late], forged, stale] = await Promise.all([
      sendInTurn({ eventId }, { happenedAt: new Date(+clock.now() - days(retriesLastDays)) }),
      send({ isForged: true }),
      send({ sentAt: new Date(+clock.now() - minutes(10)) }),
    ]);
    // Last, because a receiver that rejects lower numbers would reject those of the other checks too.
    const order = await sendInTurn({ sequence: 2 }, { sequence: 1 });
    const accepted = [valid, duplicate, late, ...order].filter((posted) => posted !== undefined);
    const [slowest] = accepted.toSorted((a, b) => b.durationMs - a.durationMs);
    return [
      evaluate("valid", [valid], isAccepted),
      evaluate("duplicate", [duplicate], isAccepted),
      evaluate("order", order, isAccepted),
      evaluate("late", [late], isAccepted),
      evaluate("signature", [forged], isRejected),
      evaluate("timestamp", [stale], isRejected),
      evaluate("speed", [slowest], ({ durationMs }) => durationMs <= fast),
    ];
  } finally {
    // The first failure ends the requests that run beside it.
    end.abort();
    await connections.close();
  }
}

/** What differs from the request of a usual test event. */
type Changes = {
  /** The same for a duplicate. */
  eventId?: string;
  sequence?: number;
  happenedAt?: Date;
  /** The time of the attempt. */
  sentAt?: Date;
  /** Signed with another secret. */
  isForged?: boolean;
};

function prepareRequest(target: Target, changes: Changes): Request {
  const { eventId = newId("event"), sequence = 1, sentAt = clock.now(), happenedAt = sentAt, isForged } = changes;
  const sendable: Sendable = {
    eventId,
    eventType: "webhook.test",
    eventCreatedAt: happenedAt,
    schemaVersion,
    sequence,
    isTest: true,
    livemode: false,
    businessId: target.businessId,
    endpointId: target.id,
    payload: { endpointId: target.id },
    url: target.url,
    isCallback: false,
    echo: null,
    headerName: target.headerName,
    encryptedHeaderValue: target.encryptedHeaderValue,
    secrets: target.secrets.map(({ id, encryptedSecret }) => ({ id, encrypted: encryptedSecret })),
  };
  const { request } = composeRequest(sendable, sentAt);
  if (!isForged) return request;
  const timestamp = Number(request.headers["webhook-timestamp"]);
  const forged = sign([mintWebhookSecret()], { id: eventId, timestamp, body: request.body });
  return { ...request, headers: { ...request.headers, "webhook-signature": forged } };
}

const isAccepted = ({ error }: Posted): boolean => error === null;

const isRejected = ({ statusCode }: Posted): boolean => statusCode !== null && statusCode >= 400 && statusCode < 500;

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
