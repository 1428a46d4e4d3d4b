import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const version = "1.7.5";
// The peer dependencies that the others' manifests require, which npm does not resolve by itself.
const packages = [
  `better-auth@${version}`,
  `@better-auth/api-key@${version}`,
  `@better-auth/core@${version}`,
  "@better-auth/utils@0.4.2",
  "better-call@1.4.0",
  "pg@8.23.1",
];

const home = ".build/peers/better-auth";

/** Creates its tables and one key, prints the key, and then verifies requests. */
const program = `
import { createServer } from "node:http";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { apiKey } from "@better-auth/api-key";
import pg from "pg";

const options = {
  database: new pg.Pool({ connectionString: process.env.PEER_DATABASE_URL, max: 10 }),
  secret: "a secret of the bench, long enough for anybody",
  baseURL: "http://127.0.0.1:" + process.env.PORT,
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
  plugins: [apiKey({ rateLimit: { enabled: false } })],
};
const auth = betterAuth(options);
await (await getMigrations(options)).runMigrations();
const body = { email: "bench@example.com", password: "a long password", name: "Bench" };
const { user } = await auth.api.signUpEmail({ body });
const { key } = await auth.api.createApiKey({ body: { userId: user.id, name: "bench" } });
createServer(async (request, response) => {
  const { valid } = await auth.api.verifyApiKey({ body: { key: request.headers["x-api-key"] } });
  response.writeHead(valid ? 200 : 401, { "content-type": "application/json" }).end(JSON.stringify({ valid }));
}).listen(process.env.PORT, "127.0.0.1", () => console.log(key));
`;

export type Peer = { process: ChildProcess; key: string };

/**
 * better-auth with its API keys on a database of its own, installed at first use only for benches; null where it is not
 * available.
 */
export async function startBetterAuth(port: number, databaseUrl: string): Promise<Peer | null> {
  mkdirSync(home, { recursive: true });
  writeFileSync(`${home}/package.json`, '{"private":true,"type":"module"}');
  writeFileSync(`${home}/server.mjs`, program);
  const wanted = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", "--legacy-peer-deps"];
  if (spawnSync("npm", [...wanted, ...packages], { cwd: home, stdio: "ignore" }).status !== 0) return null;
  const env = { ...process.env, PORT: String(port), PEER_DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, ["server.mjs"], { cwd: home, env, stdio: ["ignore", "pipe", "ignore"] });
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  for (let waited = 0; waited < 300 && child.exitCode === null; waited++) {
    if (said.includes("\n")) return { process: child, key: said.trim() };
    await sleep(100);
  }
  child.kill();
  return null;
}
