import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const askEveryMs = 100;

/**
 * A minimal balancer: checks each server's health ten times a second, and sends each call to the next healthy one, on a
 * connection of its own, without retries.
 */
export async function startBalancer(ports: number[]) {
  const well = new Set<number>();
  let [turn, isOpen] = [0, true];
  const ask = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2000) }).catch(
      () => null,
    );
    await answer?.body?.cancel();
    if (answer?.ok) well.add(port);
    else well.delete(port);
  };
  const checking = Promise.all(
    ports.map(async (port) => {
      while (isOpen) {
        await ask(port);
        await sleep(askEveryMs);
      }
    }),
  );
  const server = createServer((incoming, outgoing) => {
    const port = [...well][turn++ % Math.max(well.size, 1)];
    if (port === undefined) return outgoing.writeHead(502).end();
    const { method, url: path, headers } = incoming;
    const call = request({ port, host: "127.0.0.1", method, path, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { "content-type": answer.headers["content-type"] });
      answer.pipe(outgoing);
    });
    call.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(call);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isWell: (port: number) => well.has(port),
    async close() {
      isOpen = false;
      await checking;
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
