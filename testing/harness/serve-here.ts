import { freePort } from "@/scripts/database.mjs";

/**
 * The whole server except the console, in this process: as `npm start` runs it, without building the pages. A test that
 * reads settings before gives the PORT that was set then.
 */
export async function serveHere(settings: Record<string, string> = {}) {
  const port = Number(settings.PORT ?? (await freePort()));
  process.env.VANG_ROLE = "api";
  process.env.PORT = String(port);
  Object.assign(process.env, settings);
  // Imported after the settings are set, since they are read once.
  const { env } = await import("@/lib/platform/env");
  if (env.PORT !== port) throw new Error("The settings were read before the port was chosen.");
  const { serve } = await import("@/server");
  const { close } = await serve({ seed: false });
  const { startWorker } = await import("@/lib/server/worker/start");
  const { openStream } = await import("@/lib/platform/stream/open");
  const worker = startWorker(openStream());
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      await worker.stop();
      await close();
    },
  };
}
