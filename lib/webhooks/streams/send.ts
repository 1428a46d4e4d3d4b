import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "@/lib/access/principals/caller";
import { clock, seconds } from "@/lib/platform/clock";
import { closeListener, openListener, renewListener, type StreamClient } from "./open";
import { forgetPoll, openReader, pollLatest, pollMs, resumeFrom } from "./read";

/** So that it ends soon after its key or the secret is no longer accepted. */
const renewMs = seconds(5);
/** Proxies close connections that are silent for a minute. */
const heartbeatMs = seconds(15);

type StreamOptions = {
  client: StreamClient;
  /** The last event that an earlier stream sent. */
  lastEventId?: string;
  /** Whether this process is stopping. */
  isEnding: () => boolean;
};

/** From now on, until the secret is no longer accepted or the client leaves. Throws as `openListener` does. */
export async function openStream(caller: Caller, { client, lastEventId, isEnding }: StreamOptions) {
  const resumedAt = lastEventId ? await resumeFrom(caller.businessId, lastEventId) : null;
  const startedAt = clock.now();
  const listenerId = await openListener(caller);
  const renew = () => renewListener(listenerId, client, caller.scopes);
  const { businessId } = caller;
  return sendEvents({ businessId, listenerId, renew, readNew: openReader(caller, resumedAt ?? startedAt), isEnding });
}

type Sending = {
  businessId: string;
  listenerId: string;
  renew: () => Promise<boolean>;
  readNew: ReturnType<typeof openReader>;
  isEnding: () => boolean;
};

async function* sendEvents({
  businessId,
  listenerId,
  renew,
  readNew,
  isEnding,
}: Sending): AsyncGenerator<string, void> {
  let renewedAt = performance.now();
  let sentAt = renewedAt;
  /** The digest of the events when all of them had been read. */
  let readUntil: string | undefined;
  try {
    yield ": open\n\n";
    while (!isEnding()) {
      if (performance.now() - renewedAt >= renewMs) {
        if (!(await renew())) return;
        renewedAt = performance.now();
      }
      const latest = await pollLatest(businessId);
      const events = latest === readUntil ? [] : await readNew();
      if (events.length === 0) readUntil = latest;
      for (const { id, type, body } of events) yield `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`;
      const isSilent = performance.now() - sentAt >= heartbeatMs;
      if (isSilent) yield ": still open\n\n";
      if (isSilent || events.length > 0) sentAt = performance.now();
      else await sleep(pollMs);
    }
  } finally {
    forgetPoll(businessId);
    await closeListener(listenerId);
  }
}
