import { createServer, type RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { apiRoots, createApi } from "@/lib/api/app";
import { closeDatabase } from "@/lib/db";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { mailIsSent } from "@/lib/mail";
import { closePool, warmPool } from "@/lib/speech/pool";
import { welcome } from "@/lib/start/banner";
import { migrate } from "@/lib/start/migrations";
import { openStream } from "@/lib/stream/open";
import { startWorker } from "@/lib/worker/start";
import { seedDemo } from "@/prisma/seed";

/** Everything one process serves, by its role: the API in front, the console behind it, the workers beside. */
export async function serve({ seed }: { seed: boolean }) {
  await migrate(env.DATABASE_URL);
  const demo = seed ? await seedDemo() : undefined;
  const plays = (role: typeof env.VANG_ROLE) => env.VANG_ROLE === "all" || env.VANG_ROLE === role;

  const api = plays("api") ? getRequestListener(createApi().fetch, { overrideGlobalObjects: false }) : undefined;
  const console = plays("console") ? await prepareConsole() : undefined;
  const worker = plays("worker") ? startWorker(openStream()) : undefined;

  const server = createServer((request, response) => {
    const handler = isApiPath(request.url ?? "/") ? api : console;
    // What a client says of its own address is worth nothing.
    request.headers["x-forwarded-for"] = request.socket.remoteAddress;
    if (!handler) return response.writeHead(404).end();
    // A handler that fails must cost its own request and no other.
    Promise.resolve(handler(request, response)).catch((error: Error) => {
      log.error({ error: error.name }, "a request was dropped");
      response.destroy();
    });
  });
  server.headersTimeout = 10_000;
  await new Promise<void>((listening, failed) => server.on("error", failed).listen(env.PORT, env.HOST, listening));
  welcome(demo);
  // Afterwards, so that the first page need not share the processor with engines that nobody has called yet.
  let ending = false;
  if (api)
    warmPool().catch((error: Error) => ending || log.error({ reason: error.message }, "no speech engine started"));

  return {
    /** Takes no new connection, finishes the calls in hand, then lets go of everything. */
    async close() {
      ending = true;
      const closed = new Promise((done) => server.close(done));
      server.closeIdleConnections();
      await Promise.race([closed, new Promise((late) => setTimeout(late, 30_000).unref())]);
      await worker?.stop();
      await mailIsSent();
      await openStream().close();
      await closePool();
      await closeDatabase();
    },
  };
}

const isApiPath = (url: string) => apiRoots.includes(url.split(/[/?]/, 2)[1] ?? "");

async function prepareConsole(): Promise<RequestListener> {
  const app = next({ dev: env.NODE_ENV === "development", hostname: env.HOST, port: env.PORT });
  await app.prepare();
  return app.getRequestHandler();
}
