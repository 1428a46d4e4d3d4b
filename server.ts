import { createServer, type RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { apiRoots, createApi } from "@/lib/api/app";
import { rejectEarly } from "@/lib/api/reject-early";
import { cancelJobs, detachedJobsEnd } from "@/lib/api/running-jobs";
import { sweepUploads } from "@/lib/api/upload";
import { seeksApi } from "@/lib/api/wrong-path";
import { reportConfinement } from "@/lib/audio/decoding/ffmpeg";
import { clientAddress } from "@/lib/client-address";
import { minutes, seconds } from "@/lib/clock";
import { closeDatabase } from "@/lib/db";
import { closePool, warmPool } from "@/lib/engines/pool";
import { closeEngines, enginesReady } from "@/lib/engines/providers/registry";
import { watchEngines } from "@/lib/engines/watch-engines";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import { flushKeyUses } from "@/lib/keys/last-used";
import { log } from "@/lib/log";
import { mailIsSent } from "@/lib/mail/send";
import { listInstalled, modelsDirectory } from "@/lib/models/installed";
import { closeLimits } from "@/lib/rate-limit/open";
import { flushRefusals } from "@/lib/request-log/record";
import { limitAnonymousRequests } from "@/lib/server/anonymous-rate-limit";
import { welcome } from "@/lib/server/banner";
import { compressed } from "@/lib/server/compress";
import { isAmbiguous, openServer } from "@/lib/server/connections";
import { cacheDocs } from "@/lib/server/docs-cache";
import { migrate } from "@/lib/server/migrations";
import {
  describeToConsole,
  rejectUnknownAddress,
  requirePublicAddress,
  warnOfPlainHttp,
} from "@/lib/server/public-address";
import { openStream } from "@/lib/stream/open";
import { every } from "@/lib/worker/every";
import { startWorker } from "@/lib/worker/start";
import { watchLag } from "@/lib/worker/watch-lag";
import { seedDemo } from "@/prisma/seed";

/** For what this process does not serve. */
const notServed = new Refusal("NOT_FOUND");
const badRequest = new Refusal("INVALID_REQUEST");

/** Everything one process serves, by its role: the API in front, the console behind it, the workers beside. */
export async function serve({ seed }: { seed: boolean }) {
  requirePublicAddress();
  warnOfPlainHttp();
  await migrate(env.DATABASE_URL);
  // Its password is in the log, so it is for whoever sits at this machine.
  const demo = seed && env.isLocal ? await seedDemo() : undefined;
  const plays = (role: typeof env.VANG_ROLE) => env.VANG_ROLE === "all" || env.VANG_ROLE === role;

  let ending = false;
  await enginesReady();
  const api = plays("api") ? openApi(() => ending) : undefined;
  const console = plays("console") ? await prepareConsole() : undefined;
  const duties = api
    ? [every(seconds(30), "engine-health", watchEngines), every(minutes(10), "sweep-uploads", sweepUploads)]
    : [];
  const worker = plays("worker") ? startWorker(openStream()) : undefined;
  const lag = every(seconds(10), "stream-lag", () => watchLag(openStream()));

  const limits = { connections: env.VANG_MAX_CONNECTIONS, connectionsPerAddress: env.VANG_CONNECTIONS_PER_ADDRESS };
  const server = openServer((request, response) => {
    if (isAmbiguous(request)) {
      response.setHeader("connection", "close");
      return rejectEarly(request, response, badRequest);
    }
    const misdirected = rejectUnknownAddress(request);
    if (misdirected) return rejectEarly(request, response, misdirected);
    const { url = "/", headers } = request;
    const isApi = isApiPath(url) || seeksApi({ url, headers });
    const handler = isApi ? api : console;
    // No page has NUL in its path, and the database knows no text that holds one. An address instead of a path is meant
    // for a proxy, and Next may act as one.
    const isPath = url.startsWith("/") && (isApi || !url.split("?", 1)[0]?.includes("%00"));
    if (!isPath) return rejectEarly(request, response, notServed);
    // A health check of HTTP/1.0 names no host.
    request.headers.host ??= new URL(env.url).host;
    if (!isApi) describeToConsole(request);
    // What a client says of its own address is worth nothing.
    request.headers["x-forwarded-for"] = clientAddress(request)?.toString();
    // Whoever keeps the connection must not send its next call into a process that goes away.
    // And what follows a wish to speak another protocol is read by neither.
    if (ending || request.headers.upgrade) response.setHeader("connection", "close");
    if (!handler) return rejectEarly(request, response, notServed);
    // A handler that fails must cost its own request and no other.
    Promise.resolve(compressed(handler)(request, response)).catch((error: Error) => {
      log.error({ error: error.name }, "a request was dropped");
      response.destroy();
    });
  }, limits);
  await new Promise<void>((listening, failed) => server.on("error", failed).listen(env.PORT, env.HOST, listening));
  welcome({ demo, hasModels: (await listInstalled(modelsDirectory())).length > 0 });
  // Afterwards, so that the first page need not share the processor with engines that nobody has called yet.
  if (api)
    warmPool().catch((error: Error) => ending || log.error({ reason: error.message }, "no speech engine started"));

  return {
    /** Says that it is not ready, takes no new connection, finishes the calls in hand, then lets go of everything. */
    async close() {
      ending = true;
      if (env.VANG_DRAIN_SECONDS > 0) await sleep(env.VANG_DRAIN_SECONDS * 1000);
      const closed = new Promise((done) => server.close(done));
      // A connection becomes idle when its call ends, and would be kept for the next one.
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      await Promise.race([closed.then(detachedJobsEnd), sleep(30_000, undefined, { ref: false })]);
      clearInterval(idle);
      server.closeAllConnections();
      await cancelJobs();
      await Promise.all([...duties.map((duty) => duty.stop()), lag.stop(), worker?.stop()]);
      await mailIsSent();
      await openStream().close();
      await closeEngines();
      await closePool();
      await Promise.all([flushRefusals(), flushKeyUses()]);
      await closeLimits();
      await closeDatabase();
    },
  };
}

function openApi(isEnding: () => boolean): RequestListener {
  reportConfinement();
  return getRequestListener(createApi({ isEnding }).fetch, { overrideGlobalObjects: false });
}

const isApiPath = (url: string) => apiRoots.includes(url.split(/[/?]/, 2)[1] ?? "");

async function prepareConsole(): Promise<RequestListener> {
  const dev = env.NODE_ENV === "development";
  // Next takes every connection that asks for another protocol, and answers those of development only: the others
  // would hang for ever. So it is shown a server that has none.
  const httpServer = dev ? undefined : createServer();
  const app = next({ dev, hostname: env.HOST, port: env.PORT, httpServer });
  await app.prepare();
  const pages = app.getRequestHandler();
  return dev ? pages : cacheDocs(limitAnonymousRequests(pages, env.VANG_FORMS_PER_MINUTE));
}
