import "server-only";
import { seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import type { StreamServers } from "@/lib/platform/env/storage";
import { connectNats } from "./nats-connection";

/** Throws unless all servers store each message before they confirm it: a power cut would lose finished jobs. */
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
  for (const { monitor, usualFor } of listMonitors(place)) {
    const state = await fetch(new URL("/varz", monitor), { signal: AbortSignal.timeout(seconds(5)) })
      .then((response) => response.json() as Promise<ServerState>)
      .catch((error: Error) => (usualFor ? null : fail(`${monitor} does not answer: ${error.message}`)));
    // Another server of the same machine can be monitored there.
    if (usualFor && state?.port !== usualFor)
      fail(
        `add monitor=http://…:8222, each server's monitoring address, so that its sync_interval can be seen. ${advice}`,
      );
    if (state?.jetstream?.config?.sync_always !== true)
      fail(`the server at ${monitor} lacks "sync_interval: always" in its jetstream settings. ${advice}`);
  }
}

type ServerState = { port?: number; jetstream?: { config?: { sync_always?: boolean } } };

/** Those that are named, or else where servers that listen on `host:4222` are usually monitored, with that port. */
function listMonitors({ servers, monitors }: StreamServers): { monitor: string; usualFor?: number }[] {
  if (monitors.length > 0) return monitors.map((monitor) => ({ monitor }));
  return servers.map((server) => {
    const { hostname, port } = new URL(`nats://${server}`);
    return { monitor: `http://${hostname}:8222`, usualFor: Number(port || 4222) };
  });
}

async function within<Result>(longestMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("no response")), longestMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
