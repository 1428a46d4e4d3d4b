import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/scripts/database.mjs";

const program = process.env.NATS_SERVER ?? "nats-server";
const version = /v?(\d+\.\d+\.\d+)/.exec(spawnSync(program, ["--version"], { encoding: "utf8" }).stdout ?? "")?.[1];

export const hasNats = version !== undefined;
/** Whether the installed server can sync each message to its disk. */
export const canSync = hasNats && Number(version?.split(".")[1]) >= 10;

/** A server with JetStream, on ports of its own. */
export async function startNats({ jetstream = true, isSynced = false, store = "1GB", home = tmpdir() } = {}) {
  const [port, monitorPort] = [await freePort(), await freePort()];
  const directory = mkdtempSync(join(home, "vang-nats-"));
  const sync = isSynced ? "sync_interval: always" : "";
  const settings = [
    `server_name: n${port}`,
    `listen: 127.0.0.1:${port}`,
    `http: 127.0.0.1:${monitorPort}`,
    ...(jetstream
      ? [`jetstream { store_dir: "${directory}", max_file_store: ${store}, max_memory_store: 16MB, ${sync} }`]
      : []),
  ];
  writeFileSync(join(directory, "nats.conf"), settings.join("\n"));
  const start = async () => {
    const child = spawn(program, ["-c", join(directory, "nats.conf")], { stdio: "ignore" });
    const isUp = async () => (await fetch(`http://127.0.0.1:${monitorPort}/healthz`).catch(() => null))?.ok === true;
    for (let tries = 0; tries < 200 && !(await isUp()); tries++) await sleep(50);
    return child;
  };
  let child = await start();
  const ended = () =>
    new Promise<void>((done) => ((child.exitCode ?? child.signalCode) ? done() : child.once("exit", () => done())));
  const kill = async () => {
    child.kill("SIGKILL");
    await ended();
  };
  return {
    servers: { servers: [`127.0.0.1:${port}`], replicas: 1, monitors: [`http://127.0.0.1:${monitorPort}`] },
    url: `nats://127.0.0.1:${port}`,
    kill,
    async restart() {
      child = await start();
    },
    pause: () => child.kill("SIGSTOP"),
    resume: () => child.kill("SIGCONT"),
    async stop() {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
