import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@/scripts/database.mjs";

/** The system's Redis on a free port, without persistence. */
export async function startRedis(port?: number) {
  const chosen = port ?? (await freePort());
  const directory = mkdtempSync(join(tmpdir(), "vang-redis-"));
  const settings = ["--port", String(chosen), "--bind", "127.0.0.1", "--dir", directory, "--save", ""];
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
