#!/usr/bin/env node
/**
 * Prisma's schema engine without a download: the same command line and stdio JSON-RPC, on the WebAssembly build of the
 * same engine. Used by `prisma generate`, `migrate diff` and `migrate status`.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import pg from "pg";

const require = createRequire(import.meta.url);
const argv = process.argv.slice(2);
const option = (name) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
const url = JSON.parse(option("--datasource") ?? "{}").url ?? process.env.DATABASE_URL;

if (argv.includes("--version")) {
  process.stdout.write("schema-engine-cli wasm\n");
  process.exit(0);
}
if (argv.includes("cli")) await answerCli(argv[argv.indexOf("cli") + 1]);

/** `cli can-connect-to-database | create-database | drop-database`: exit status 0, or 1 with a JSON error. */
async function answerCli(command) {
  const name = decodeURIComponent(new URL(url).pathname.slice(1)).replaceAll('"', '""');
  const admin = new URL(url);
  admin.pathname = "/postgres";
  try {
    const client = new pg.Client({ connectionString: command === "can-connect-to-database" ? url : admin.href });
    await client.connect();
    if (command === "create-database") await client.query(`CREATE DATABASE "${name}"`);
    if (command === "drop-database") await client.query(`DROP DATABASE IF EXISTS "${name}"`);
    await client.end();
    process.exit(0);
  } catch (error) {
    const fields = { is_panic: false, error_code: "P1003", message: error.message };
    process.stderr.write(`${JSON.stringify({ level: "ERROR", message: error.message, fields })}\n`);
    process.exit(1);
  }
}

// adapter-pg cannot describe the catalogue's "char" columns (type 18): it gets text (25), and the engine gets single
// characters (6), as it expects.
function readCharColumns(queryable) {
  const [performIO, queryRaw] = [queryable.performIO.bind(queryable), queryable.queryRaw.bind(queryable)];
  let columns = [];
  queryable.performIO = async (query) => {
    const result = await performIO(query);
    columns = result.fields.flatMap(({ dataTypeID }, index) => (dataTypeID === 18 ? [index] : []));
    for (const index of columns) result.fields[index].dataTypeID = 25;
    return result;
  };
  queryable.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of columns) result.columnTypes[index] = 6;
    return result;
  };
  return queryable;
}

const { parseIntoClientConfig } = require("pg-connection-string");
const open = new Set();

async function connect(config) {
  const adapter = readCharColumns(await new PrismaPg({ ...config, max: 1 }).connect());
  const [start, dispose] = [adapter.startTransaction.bind(adapter), adapter.dispose.bind(adapter)];
  adapter.startTransaction = async (level) => readCharColumns(await start(level));
  // The adapter's own implementation splits scripts on ";", which breaks function bodies.
  adapter.executeScript = async (script) => void (await adapter.underlyingDriver().query(script));
  adapter.dispose = async () => void (open.delete(adapter) && (await dispose()));
  open.add(adapter);
  return adapter;
}

// With a connection string, the adapter's own shadow database would be the real one.
async function connectToShadow(config) {
  const database = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
  const admin = await connect(config);
  await admin.executeScript(`CREATE DATABASE "${database}"`);
  const adapter = await connect({ ...config, database });
  const dispose = adapter.dispose.bind(adapter);
  adapter.dispose = async () => {
    await dispose();
    await admin.executeScript(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
    await admin.dispose();
  };
  return adapter;
}

async function loadEngine() {
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const entry = require.resolve("@prisma/schema-engine-wasm");
  const wasm = readFileSync(entry.replace(/schema_engine\.js$/, "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();

  const config = parseIntoClientConfig(url);
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => connect(config),
    connectToShadowDb: () => connectToShadow(config),
  });
  const files = (option("--datamodels") ?? "").split(",").filter(Boolean);
  const datamodels = files.length > 0 ? files.map((file) => [file, readFileSync(file, "utf8")]) : undefined;
  return () => glue.SchemaEngine.new({ datamodels }, () => {}, factory);
}

const makeEngine = await loadEngine();
let engine;

async function call(method, params) {
  engine ??= await makeEngine();
  if (method === "getDatabaseVersion") return engine.version(params);
  if (method === "evaluateDataLoss") {
    // Needs the shadow database that only devDiagnostic on a fresh engine sets up.
    for (const adapter of [...open]) await adapter.dispose();
    engine = await makeEngine();
    await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters });
  }
  if (typeof engine[method] !== "function") throw new Error(`method not supported: ${method}`);
  return engine[method](params);
}

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

async function answer({ id, method, params }) {
  try {
    const result = await call(method, params);
    if (method === "diff" && result?.stdout) send({ method: "print", params: { content: result.stdout }, id: 999 });
    send({ id, result: result ?? null });
  } catch (error) {
    const message = String(error?.message ?? error);
    const data = { is_panic: false, message, error_code: error?.code ?? null, meta: error?.meta ?? null };
    send({ id, error: { code: 4466, message, data } });
  }
}

let queue = Promise.resolve();
createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method) queue = queue.then(() => answer(message));
  })
  .on("close", () => queue.then(() => process.exit(0)));
