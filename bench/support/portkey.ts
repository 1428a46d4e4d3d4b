import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const version = "1.15.2";
const home = ".build/peers";

/** The peer gateway on a free port, installed at first use only for benches; null where it is not available. */
export async function startPortkey(port: number): Promise<ChildProcess | null> {
  mkdirSync(home, { recursive: true });
  writeFileSync(`${home}/package.json`, '{"private":true}');
  const wanted = [
    "install",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--save-exact",
    `@portkey-ai/gateway@${version}`,
  ];
  if (spawnSync("npm", wanted, { cwd: home, stdio: "ignore" }).status !== 0) return null;
  const program = `${home}/node_modules/@portkey-ai/gateway/build/start-server.js`;
  const child = spawn(process.execPath, [program, `--port=${port}`, "--headless"], { stdio: "ignore" });
  for (let attempt = 0; attempt < 100; attempt++) {
    if (
      await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
    )
      return child;
    await sleep(100);
  }
  child.kill();
  return null;
}
