import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { slowerTiering } from "./v8-settings.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  packages: "external",
  sourcemap: "linked",
  logLevel: "warning",
  // The package throws outside Next's server build.
  alias: { "server-only": "./scripts/empty.ts" },
  loader: { ".tsv": "text" },
};

/** Programs that engines run in threads and processes, each of which must be a file. */
export const buildWorker = () =>
  build({
    ...options,
    entryPoints: {
      "speech-worker": "lib/engines/worker.ts",
      "encode-worker": "lib/engines/encode-worker.ts",
      "sherpa-child": "lib/engines/providers/sherpa/child.ts",
    },
    outdir: ".build",
    outExtension: { ".js": ".mjs" },
  });

/**
 * Packages are part of a server's program, since a process that reads them from hundreds of files takes much longer to
 * start. Left out are those that load native code, WebAssembly, programs of threads or files of their own by path, and
 * those that only some installations read.
 */
const withPackages = {
  ...options,
  packages: "bundle",
  external: [
    "next",
    "@aws-sdk/client-s3",
    "@echogarden/espeak-ng-emscripten",
    "@nats-io/jetstream",
    "@nats-io/transport-node",
    "@node-rs/argon2",
    "@opentelemetry/context-async-hooks",
    "@opentelemetry/core",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace-base",
    "pino",
    "piscina",
    "opusscript",
    "pdfkit",
    "@prisma/client/runtime/query_compiler*",
  ],
  // Packages in CommonJS require Node's modules. Its names are not those of a module that is bundled.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module";\nconst require = requireFrom(import.meta.url);',
  },
};

/** Everything besides Next: the public API, the workers and the startup. */
export const buildServer = () =>
  build({
    ...withPackages,
    entryPoints: {
      server: "server.ts",
      prepare: "lib/server/prepare.ts",
      "prepare-database": "lib/server/prepare-database.ts",
    },
    outdir: ".build",
    outExtension: { ".js": ".mjs" },
  });

/** A program of `testing/children`. Tests that run at the same time may build the same one. */
export const buildChild = (name) =>
  buildAtomically({
    ...withPackages,
    banner: {
      js: `${withPackages.banner.js}
import { setFlagsFromString } from "node:v8";
setFlagsFromString("${slowerTiering}");`,
    },
    entryPoints: { [name]: `testing/children/${name}.ts` },
  });

/** The operator's program, each area in a file of its own, and the program in which it tries speech models. */
export const buildOperator = () =>
  buildAtomically({
    ...options,
    splitting: true,
    entryPoints: { operator: "lib/operator/cli/cli.ts", "sherpa-child": "lib/engines/providers/sherpa/child.ts" },
    chunkNames: "operator/[name]-[hash]",
  });

/** Replaces each file at once, since another process may be reading it. */
async function buildAtomically(wanted) {
  const { outputFiles } = await build({ ...wanted, outdir: ".build", outExtension: { ".js": ".mjs" }, write: false });
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
}

/** A command that needs only the database. */
export const buildCommand = (name, entryPoint) =>
  build({ ...options, entryPoints: { [name]: entryPoint }, outdir: ".build", outExtension: { ".js": ".mjs" } });

/** The benches, each a program of its own, and the server that one of them is compared with. */
export const buildBenches = (files) =>
  build({
    ...options,
    entryPoints: [
      ...files,
      "bench/support/peer.ts",
      "bench/support/upstream.ts",
      "bench/support/verify-server.ts",
      "bench/support/webhook-receiver.ts",
      "testing/children/api-child.ts",
      "testing/children/s3-child.ts",
    ],
    entryNames: "[name]",
    outdir: ".build/bench",
    outExtension: { ".js": ".mjs" },
  });
