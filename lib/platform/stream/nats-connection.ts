import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { JetStreamManager, StreamConfig } from "@nats-io/jetstream";
import { seconds } from "@/lib/platform/clock";
import type { StreamServers } from "@/lib/platform/env/storage";
import { log } from "@/lib/platform/log";

export const streamName = "vang-events";

/** Connects, and makes the stream that holds all events. Waits for servers that are away. */
export async function connectNats({ servers, user, pass, replicas }: StreamServers, isPatient = true) {
  // Both libraries are read only where STREAM_URL is set.
  const nats = { ...(await import("@nats-io/transport-node")), ...(await import("@nats-io/jetstream")) };
  const nc = await nats.connect({
    servers,
    name: "vang",
    ...(user !== undefined && { user, pass }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    waitOnFirstConnect: isPatient,
    noAsyncTraces: true,
  });
  try {
    const jsm = await nats.jetstreamManager(nc, { checkAPI: false, timeout: seconds(5) });
    const config = {
      name: streamName,
      subjects: ["vang.*.*"],
      retention: nats.RetentionPolicy.Workqueue,
      storage: nats.StorageType.File,
      num_replicas: replicas,
      // One message for each key: what waits already is rejected, which makes it safe to publish again.
      max_msgs_per_subject: 1,
      discard: nats.DiscardPolicy.New,
      discard_new_per_subject: true,
      allow_direct: true,
    };
    await ensureStream(jsm, config, isPatient);
    return { nats, nc, jsm, js: nats.jetstream(nc) };
  } catch (error) {
    await nc.close();
    throw error;
  }
}

/** While a cluster elects its leader, servers answer as if they had no JetStream. */
async function ensureStream(jsm: JetStreamManager, config: Partial<StreamConfig>, isPatient: boolean): Promise<void> {
  for (;;) {
    try {
      const known = await jsm.streams.info(streamName).catch((error: { code?: number }) => {
        if (error.code !== 10_059) throw error;
        return null;
      });
      if (!known) await jsm.streams.add(config as StreamConfig & { name: string });
      else {
        const isOutdated = Object.entries(config).some(
          ([name, value]) => JSON.stringify(known.config[name as keyof StreamConfig]) !== JSON.stringify(value),
        );
        if (isOutdated) await jsm.streams.update(streamName, config);
      }
      return;
    } catch (error) {
      // The stream exists with a configuration that cannot be changed to ours.
      if (!isPatient || "code" in (error as object)) throw error;
      log.error({ reason: (error as Error).message }, "the stream is not available yet");
      await sleep(seconds(1));
    }
  }
}
