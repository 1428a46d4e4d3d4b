import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  packages: "external",
  sourcemap: "linked",
  logLevel: "warning",
  // It throws anywhere but inside Next's server build.
  alias: { "server-only": "./lib/testing/empty.ts" },
};

/** The code of the engine's worker threads, which must be a file of its own. */
export const buildWorker = () =>
  build({
    ...options,
    entryPoints: { "speech-worker": "lib/speech/worker.ts" },
    outdir: ".build",
    outExtension: { ".js": ".mjs" },
  });

/** Everything in front of and beside Next: the public API, the workers, the start-up. */
export const buildServer = () =>
  build({
    ...options,
    entryPoints: { server: "server.ts", migrations: "lib/start/migrations.ts" },
    outdir: ".build",
    outExtension: { ".js": ".mjs" },
  });

/** The benches, each a program of its own, and the peer one of them is held against. */
export const buildBenches = (files) =>
  build({
    ...options,
    entryPoints: [...files, "lib/bench/peer.ts"],
    entryNames: "[name]",
    outdir: ".build/bench",
    outExtension: { ".js": ".mjs" },
  });
