import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { fail } from "./fail.mjs";
import { ensureInstalled, root } from "./install.mjs";
import { watchParent } from "./parent.mjs";

const dev = process.argv.includes("--dev");

/** Ends the program in order, once there is something to end. */
let end = () => process.exit(1);
// Started by hand it may outlive its shell, as with nohup.
if (process.env.npm_lifecycle_event) watchParent(() => end());

// The heap doubles before it is cleaned as a whole. V8's own rule lets it grow by a tenth under a steady load of calls,
// and then stops all of them four times a second.
setFlagsFromString("--heap-growing-percent=100");
// On few cores the threads that look through the heap keep calls and database waiting for a tenth of a second; small
// steps between calls keep them less.
if (availableParallelism() <= 2) setFlagsFromString("--no-concurrent-marking");

process.chdir(root);
await ensureInstalled({ dev });
await requireFreePort(Number(process.env.PORT ?? 3000), process.env.HOST ?? "127.0.0.1");
const { prepareEnvironment } = await import("./environment.mjs");
const { ensureBuilt } = await import("./build.mjs");

await ensureBuilt({ dev });
const { programName } = await import("./database.mjs");
process.env.PGAPPNAME = programName();
const database = await prepareEnvironment({ dev }).catch((error) => fail(error.message));
const { serve } = await import(new URL("../.build/server.mjs", import.meta.url).href);
const serving = serve({ seed: database.embedded });

// Before the first word on the terminal: whoever reads it may press Ctrl-C at once.
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
    // A second Ctrl-C means now: the database still goes down in order, on its own. One Ctrl-C may come twice, from
    // the terminal and from npm.
    else if (Date.now() - endingSince > 1000) process.exit(1);
  });
}

await serving.catch(async (error) => {
  await database.release();
  fail(error.message);
});

function requireFreePort(port, host) {
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
