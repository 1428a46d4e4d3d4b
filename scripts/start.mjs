import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { readArguments } from "./arguments.mjs";
import { fail } from "./fail.mjs";
import { ensureInstalled, root } from "./install.mjs";
import { takeOwnerUrl } from "./owner-url.mjs";
import { watchParent } from "./parent.mjs";
import { readSettingFiles } from "./setting-files.mjs";
import { tuneV8 } from "./v8-settings.mjs";

const usage =
  "npm start, or npm run dev, where pages reload. Settings are environment variables: docs/reference/settings.md";
const { dev = false } = readArguments(usage, { options: { dev: { type: "boolean" } } }).values;
const [host, port] = [process.env.HOST ?? "127.0.0.1", Number(process.env.PORT ?? 3000)];

/** Replaced once there is something to shut down. */
let end = () => process.exit(1);
// Started directly, it may outlive its shell, as with nohup.
if (process.env.npm_lifecycle_event) watchParent(() => end());

process.chdir(root);
readSettingFiles();
takeOwnerUrl();
await ensureInstalled({ dev });
await requireFreePort();
// With VANG_ROLE only that role runs, in this process; in development everything runs in this process.
const isAlone = dev || Boolean(process.env.VANG_ROLE);
const apiProcesses = isAlone ? 1 : Number(process.env.VANG_API_PROCESSES ?? (availableParallelism() < 4 ? 1 : 2));
if (!(Number.isInteger(apiProcesses) && apiProcesses > 0)) fail("VANG_API_PROCESSES is not a number of processes.");
process.env.VANG_API_PROCESSES = String(apiProcesses);
const { prepareEnvironment } = await import("./environment.mjs");
const { ensureBuilt } = await import("./build.mjs");

await ensureBuilt({ dev });
const { programName } = await import("./database.mjs");
process.env.PGAPPNAME = programName();
const database = await prepareEnvironment({ dev }).catch((error) => fail(error.message));
const drainMs = Number(process.env.VANG_DRAIN_SECONDS ?? 0) * 1000;
const serving = isAlone ? serveHere() : superviseRoles();

// Installed before the first output, since the user may press Ctrl-C at once.
let endingSince = 0;
end = async () => {
  if (endingSince > 0) return;
  endingSince = Date.now();
  await serving.then((server) => server.close());
  await database.release();
  process.exit(0);
};
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    if (endingSince === 0) void end();
    // A second Ctrl-C exits at once; the database still shuts down by itself. One Ctrl-C may arrive twice, from the
    // terminal and from npm.
    else if (Date.now() - endingSince > 1000) process.exit(1);
  });
}

await serving.catch(async (error) => {
  await database.release();
  fail(error.message);
});

async function serveHere() {
  tuneV8();
  const { prepare } = await load("prepare");
  await prepare(database);
  const { serve } = await load("server");
  const server = await serve({ seed: database.embedded });
  process.stdout.write(server.banner);
  return {
    async close() {
      server.state.announceEnd();
      if (drainMs > 0) await sleep(drainMs);
      await server.close();
    },
  };
}

async function superviseRoles() {
  const { prepare, log, openSupervisorMetrics: openMetrics } = await load("prepare");
  await prepare(database);
  const { supervise } = await import("./supervise.mjs");
  const all = await supervise({ host, port, apiProcesses, drainMs, seed: database.embedded, log, openMetrics });
  process.stdout.write(all.banner);
  let restarting = Promise.resolve();
  process.on("SIGUSR2", () => {
    restarting = restarting.then(() => all.restart());
  });
  process.on("exit", () => all.kill());
  return all;
}

function load(name) {
  return import(new URL(`../.build/${name}.mjs`, import.meta.url).href);
}

function requireFreePort() {
  return new Promise((free) => {
    const probe = createServer();
    probe.on("error", (error) => {
      if (error.code === "EADDRINUSE")
        fail(`Port ${port} is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start`);
      fail(`Vang cannot listen on ${host}:${port} (${error.code}). Choose another address with HOST and PORT.`);
    });
    probe.listen(port, host, () => probe.close(free));
  });
}
