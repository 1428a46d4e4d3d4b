import { programName } from "./database.mjs";
import { tuneV8 } from "./v8-settings.mjs";

// One of the processes of `supervise.mjs`: VANG_ROLE names its role, and messages say all the rest.

/** How long kept connections stay open for a last request. */
const graceMs = 1000;

// Ctrl-C and service managers signal all processes at once; the supervisor ends them in order.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

let consolePath;
let served;
let isEnding = false;

process.on("disconnect", end);
process.on("message", (message, handle) => {
  if (message.console) {
    // Where the console's socket is, or none while the console starts.
    consolePath = message.console.path;
    served?.state.console.use(consolePath);
  }
  if (message.start) void start(message.start, handle);
  if (message.measure) void measure(message.measure);
  if (message.isEnding) served?.state.announceEnd();
  if (message.end) void end();
});

async function start({ seed, at }, handle) {
  tuneV8();
  process.env.PGAPPNAME = programName();
  try {
    const { serve } = await import(new URL("../.build/server.mjs", import.meta.url).href);
    served = await serve({ seed, at: handle ?? at, isSupervised: true });
  } catch (error) {
    // The supervisor says it, once for all processes that fail for the same reason.
    await new Promise((sent) => process.send({ failure: error.message }, sent));
    process.exit(1);
  }
  served.state.console.use(consolePath);
  process.send({ banner: served.banner });
}

/** What this process counted and measured, for the supervisor. */
async function measure(options) {
  const metrics = await served?.measure(options);
  if (metrics && process.connected) await new Promise((sent) => process.send({ metrics }, sent));
}

async function end() {
  if (isEnding) return;
  isEnding = true;
  // What is not ready yet has nothing to finish.
  await served?.close({ graceMs });
  await measure({});
  process.exit(0);
}
