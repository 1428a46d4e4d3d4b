import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@/scripts/database.mjs";

/** The system's Redis on a free port, without persistence. */
export async function startRedis(port?: number, more: string[] = []) {
  const chosen = port ?? (await freePort());
  const directory = mkdtempSync(join(tmpdir(), "vang-redis-"));
  const settings = ["--port", String(chosen), "--bind", "127.0.0.1", "--dir", directory, "--save", "", ...more];
  // Redis hangs under the libfaketime of `npm test -- dates`.
  const { LD_PRELOAD: _, ...environment } = process.env;
  const child = spawn("redis-server", settings, { stdio: ["ignore", "pipe", "inherit"], env: environment });
  // Also when a test ends before it stops its Redis.
  process.once("exit", () => child.kill("SIGKILL"));
  const ended = new Promise<void>((done) => child.on("exit", () => done()));
  await new Promise<void>((ready, failed) => {
    child.on("error", failed).on("exit", () => failed(new Error("redis-server ended")));
    child.stdout.on("data", (text) => String(text).includes("Ready to accept connections") && ready());
  });
  return {
    url: `redis://127.0.0.1:${chosen}`,
    port: chosen,
    /** Accepts connections and no longer responds. */
    pause: () => child.kill("SIGSTOP"),
    async stop() {
      child.kill("SIGKILL");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const freePorts = (count: number) => Promise.all(Array.from({ length: count }, () => freePort()));

/** Three nodes, each with a third of the keys. */
export async function startRedisCluster() {
  const [ports, busPorts] = [await freePorts(3), await freePorts(3)];
  const options = (index: number) => ["--cluster-enabled", "yes", "--cluster-port", String(busPorts[index])];
  const nodes = await Promise.all(ports.map((port, index) => startRedis(port, options(index))));
  const addresses = ports.map((port) => `127.0.0.1:${port}`);
  const made = spawnSync("redis-cli", ["--cluster", "create", ...addresses, "--cluster-yes"], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stdout + made.stderr);
  return {
    url: nodes[0]?.url ?? "",
    nodes,
    close: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
}
