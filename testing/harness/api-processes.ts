import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { buildChild } from "@/scripts/bundle.mjs";

const program = ".build/api-child.mjs";

/** Several processes of the public API on this test's database; their connections there are named `api`. */
export const startApiProcesses = (count: number) => startApiProcessesWith(Array.from({ length: count }, () => ({})));

/** One for each of these settings, on its PORT or a free one. */
export async function startApiProcessesWith(settings: Record<string, string>[]) {
  await buildChild("api-child");
  const children = settings.map(start);
  const urls = await Promise.all(children.map(urlOf));
  let logged = "";
  for (const child of children) child.stdout?.on("data", (chunk) => (logged += String(chunk)));
  return {
    urls,
    pids: children.map(({ pid = 0 }) => pid),
    /** What they logged; nothing unless their settings have a LOG_LEVEL. */
    logged: () => logged,
    async stop() {
      const ended = children.map((child) => once(child, "exit"));
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(ended);
    },
  };
}

const start = (settings: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [program], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PORT: "0", LOG_LEVEL: "silent", ...settings, PGAPPNAME: "api" },
  });

async function urlOf(child: ChildProcess): Promise<string> {
  const [port] = await once(child.stdout as NodeJS.ReadableStream, "data");
  return `http://127.0.0.1:${String(port).trim()}`;
}
