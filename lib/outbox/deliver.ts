import "server-only";
import { clock } from "@/lib/clock";
import { sql } from "@/lib/db";
import { log } from "@/lib/log";
import { withTimeout } from "@/lib/with-timeout";
import type { Claimed } from "./claim";
import { type AnyKind, decodePayload, type Failure } from "./kind";

const maxReasonLength = 500;

/** An SMTP server's error message contains the recipient. */
const clean = (reason: string): string =>
  reason.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, "•••").slice(0, maxReasonLength);

/** Delivers a leased message and records the result. Never throws for an error of the delivery. */
export async function deliver(kind: AnyKind, owner: string, claimed: Claimed): Promise<void> {
  const failure = await attempt(kind, claimed);
  const lease = [claimed.id, owner, claimed.attempts];
  if (!failure) return finish(lease, "delivered", null);
  const reason = clean(failure.reason);
  const about = { kind: kind.name, message: claimed.id, attempts: claimed.attempts, reason };
  const retryAt = "retryAt" in failure && failure.retryAt;
  if (!retryAt || claimed.attempts >= kind.scheduleMs.length) {
    log.error(about, "an outbox message is dead");
    return finish(lease, "dead", reason);
  }
  log.warn({ ...about, retryAt }, "an outbox message waits for another attempt");
  await sql(
    "outbox-retry",
    `UPDATE outbox_messages SET due_at = $4::timestamptz, last_error = $5, lease_owner = NULL, leased_until = NULL
     WHERE id = $1 AND lease_owner = $2 AND attempts = $3`,
    [...lease, retryAt, reason],
  );
}

async function attempt(kind: AnyKind, { id, payload, attempts }: Claimed): Promise<Failure | undefined> {
  // The process ended during the last attempt.
  if (attempts > kind.scheduleMs.length) return { dead: true, reason: "its process ended during the last attempt" };
  try {
    return await withDeadline(kind.timeoutMs, (signal) =>
      kind.deliver(decodePayload(kind, id, payload), { id, number: attempts, signal }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    return { retryAt: new Date(+clock.now() + (kind.scheduleMs[attempts] ?? 0)), reason };
  }
}

/** Also stops waiting for a delivery that ignores its signal. */
const withDeadline = <Result>(ms: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> =>
  withTimeout(ms, new AbortController().signal, (signal) => {
    const late = new Promise<never>((_, fail) => {
      signal.addEventListener("abort", () => fail(new Error(`no answer within ${ms} ms`)), { once: true });
    });
    return Promise.race([work(signal), late]);
  });

/** Does nothing when the lease has expired and another worker has the message. A delivered message keeps no payload. */
async function finish(lease: unknown[], state: "delivered" | "dead", reason: string | null): Promise<void> {
  await sql(
    "outbox-finish",
    `UPDATE outbox_messages SET state = $4, finished_at = $5::timestamptz, last_error = $6,
       payload = CASE WHEN $4 = 'dead' THEN payload END, lease_owner = NULL, leased_until = NULL
     WHERE id = $1 AND lease_owner = $2 AND attempts = $3`,
    [...lease, state, clock.now(), reason],
  );
}
