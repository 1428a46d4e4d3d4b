import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createApi } from "@/lib/api/app";
import { flushRejectedRequests } from "@/lib/keys/request-log/record";
import { closeLimits } from "@/lib/platform/rate-limit/open";
import { openStream } from "@/lib/platform/stream/open";
import { startWorker } from "@/lib/server/worker/start";
import { makeKey, makeMember } from "@/prisma/factories";

/** The API with its worker in this process, and a key with credit for any bench. */
export async function startServer() {
  const server = createServer(getRequestListener(createApi().fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const member = await makeMember({ creditMilli: 1_000_000_000_000n });
  const worker = startWorker(openStream());
  return {
    port: (server.address() as AddressInfo).port,
    member,
    key: await makeKey(member),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await worker.stop();
      await flushRejectedRequests();
      await closeLimits();
      await openStream().close();
    },
  };
}
