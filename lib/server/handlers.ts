import "server-only";
import { createServer, type RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createApi } from "@/lib/api/app";
import type { ProcessState } from "@/lib/api/routes/health";
import { env } from "@/lib/platform/env";
import { withPageStatus } from "@/lib/platform/page-status";
import { limitAnonymousRequests } from "./anonymous-rate-limit";
import { compressed } from "./compress";
import { serveSitePages } from "./site-pages";

export const createApiListener = (state: ProcessState): RequestListener =>
  compressed(getRequestListener(createApi(state).fetch, { overrideGlobalObjects: false }));

/** The console. Next is given the public address also where it listens elsewhere: it follows redirects of forms there. */
export async function openConsole(): Promise<RequestListener> {
  // Imported here, because it takes memory in processes that show no pages.
  const { default: next } = await import("next");
  const dev = env.NODE_ENV === "development";
  // Next takes every connection that asks for another protocol, and answers those of development only: the others
  // would never get a response. So it is given a server that has none.
  const httpServer = dev ? undefined : createServer();
  const app = next({ dev, hostname: env.HOST, port: env.PORT, httpServer });
  await app.prepare();
  const pages = withPageStatus(app.getRequestHandler());
  return compressed(serveSitePages(dev ? pages : limitAnonymousRequests(pages, env.VANG_ANONYMOUS_FORMS_PER_MINUTE)));
}
