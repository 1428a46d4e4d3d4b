import { cancelJobs, detachedJobsEnd } from "@/lib/api/running-jobs";
import { enginesReady } from "@/lib/engines/catalogue";
import { warmPool } from "@/lib/engines/pool";
import { requireKnownEncryptionKeys } from "@/lib/platform/encryption-keys";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { type Snapshot, takeSnapshot } from "@/lib/platform/telemetry/metrics";
import { sendTraces } from "@/lib/platform/telemetry/send-traces";
import { bannerOf } from "@/lib/server/banner";
import { drain, type Listening, listen } from "@/lib/server/listen";
import { measure } from "@/lib/server/measure";
import { openMetricsServer } from "@/lib/server/metrics-server";
import { release } from "@/lib/server/release";
import { openRoleServer, State } from "@/lib/server/role-server";
import { plays } from "@/lib/server/roles";
import { startTasks } from "@/lib/server/tasks";
import { leaveSessions } from "@/lib/speech/live/open-sessions";
import { leaveSpoken } from "@/lib/speech/spoken/session";
import { version } from "@/package.json";
import { seedDemo } from "@/prisma/seed";

/** `at`: where to listen, if not at HOST and PORT. `isSupervised`: other processes serve the other roles. */
type Start = { seed?: boolean; at?: Listening; isSupervised?: boolean };

/** Serves the role of this process. Its `state` says how it ends, and which processes are beside it. */
export async function serve({ seed, at = { host: env.HOST, port: env.PORT }, isSupervised = false }: Start) {
  const traces = await sendTraces(version);
  await requireKnownEncryptionKeys();
  // Its password is in the log, so there is a demo member only where other machines cannot sign in.
  const demo = seed && env.isLocal ? await seedDemo() : undefined;
  await enginesReady();
  const state = new State();
  const server = await openRoleServer(state, isSupervised);
  const tasks = startTasks();
  if (server) await listen(server, at);
  const measureHere = (options: { isShared: boolean }): Promise<Snapshot> =>
    // A connection to the database is not opened again.
    state.isClosing ? takeSnapshot(["own"]) : measure(options);
  const metrics = isSupervised
    ? undefined
    : await openMetricsServer(async () => [await measureHere({ isShared: true })]);
  // Afterwards, so that the first page need not share the processor with engines that no call needs yet.
  if (plays("api"))
    warmPool().catch(
      (error: Error) => state.isClosing || log.error({ reason: error.message }, "no speech engine started"),
    );

  return {
    state,
    banner: await bannerOf(demo),
    /** For the supervisor, which serves the metrics of all processes. */
    measure: measureHere,
    /** Finishes the requests in progress and then ends everything; `graceMs` as in `drain`. */
    async close({ graceMs = 0 } = {}) {
      state.isClosing = true;
      const left = Promise.all([leaveSessions(), leaveSpoken()]);
      if (server)
        await drain(server, graceMs, async () => {
          await left;
          await detachedJobsEnd();
        });
      await left;
      await cancelJobs();
      await tasks.stop();
      await metrics?.close();
      await release();
      await traces.close();
    },
  };
}
