import "server-only";
import { seconds } from "@/lib/clock";
import { env, type StreamServers } from "@/lib/env";
import { connectNats } from "./nats-connection";

/**
 * Throws, with a sentence for the operator, unless the servers of STREAM_URL store each message before they confirm it:
 * a power cut would otherwise lose finished jobs.
 */
export async function requireDurableStream(
  place: StreamServers | undefined = env.STREAM_URL,
  isUnsafe = env.STREAM_UNSAFE === "1",
): Promise<void> {
  if (!place) return;
  const fail = (why: string) => {
    throw new Error(`STREAM_URL: ${why}`);
  };
  const connection = await within(seconds(20), connectNats(place, false)).catch((error: Error & { code?: unknown }) =>
    fail(
      `no stream at ${place.servers.join(", ")}: ${error.message}${/jetstream/i.test(error.message) ? "; start it with JetStream" : ""}`,
    ),
  );
  if (!connection) return;
  const version = connection.nc.info?.version ?? "0";
  await connection.nc.close();
  if (isUnsafe) return;
  const advice = "STREAM_UNSAFE=1 accepts that a power cut loses finished jobs";
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < 2 || (major === 2 && minor < 10))
    fail(`nats-server ${version} cannot sync each message to its disk; 2.10 or newer can. ${advice}`);
  if (place.monitors.length === 0)
    fail(
      `add monitor=http://…:8222, each server's monitoring address, so that its sync_interval can be seen. ${advice}`,
    );
  for (const monitor of place.monitors) {
    const state = await fetch(new URL("/varz", monitor), { signal: AbortSignal.timeout(seconds(5)) })
      .then((response) => response.json() as Promise<{ jetstream?: { config?: { sync_always?: boolean } } }>)
      .catch((error: Error) => fail(`${monitor} does not answer: ${error.message}`));
    if (state?.jetstream?.config?.sync_always !== true)
      fail(`the server at ${monitor} lacks "sync_interval: always" in its jetstream settings. ${advice}`);
  }
}

async function within<Result>(longestMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("no response")), longestMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
