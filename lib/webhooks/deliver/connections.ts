import "server-only";
import { Client } from "undici";
import type { Connect, Progress } from "@/lib/platform/net/guarded-connect";

/** A connection to an endpoint's server, used by one attempt at a time. */
export type Connection = {
  client: Client;
  /** Of the attempt that uses it. */
  progress: Progress;
  /** Whether an earlier attempt used it. */
  isReused: boolean;
};

/** Kept after an attempt for the next one; a server says if it wants less. */
const idleMs = 4000;
const mostHeaderBytes = 16 * 1024;

/** Connections made by `connect`, kept for a few seconds. Not a pool of undici's, which does not say which connection a request took. */
export function openConnections(connect: Connect) {
  const idle = new Map<string, Connection[]>();

  const forget = (origin: string, connection: Connection) => {
    const left = (idle.get(origin) ?? []).filter((one) => one !== connection);
    if (left.length > 0) idle.set(origin, left);
    else idle.delete(origin);
  };

  function open(origin: string, progress: Progress): Connection {
    const client: Client = new Client(origin, {
      connect: connect(() => connection.progress),
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      maxHeaderSize: mostHeaderBytes,
      // An attempt has one time limit of its own for everything.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const connection: Connection = { client, progress, isReused: false };
    client.on("disconnect", () => {
      forget(origin, connection);
      client.destroy().catch(() => undefined);
    });
    return connection;
  }

  return {
    take(origin: string, progress: Progress, { isFresh = false } = {}): Connection {
      const found = isFresh ? undefined : idle.get(origin)?.at(-1);
      if (!found) return open(origin, progress);
      forget(origin, found);
      progress.address = found.progress.address;
      progress.step = "ready";
      found.progress = progress;
      found.isReused = true;
      return found;
    },
    keep(origin: string, connection: Connection): void {
      if (!connection.client.destroyed) idle.set(origin, [...(idle.get(origin) ?? []), connection]);
    },
    drop: ({ client }: Connection): void => void client.destroy().catch(() => undefined),
    async close(): Promise<void> {
      const all = [...idle.values()].flat();
      idle.clear();
      await Promise.all(all.map(({ client }) => client.destroy()));
    },
  };
}

export type Connections = ReturnType<typeof openConnections>;
