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
  return {
    urls: await Promise.all(children.map(urlOf)),
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
    env: { ...process.env, PORT: "0", ...settings, PGAPPNAME: "api", LOG_LEVEL: "silent" },
  });

async function urlOf(child: ChildProcess): Promise<string> {
  const [port] = await once(child.stdout as NodeJS.ReadableStream, "data");
  return `http://127.0.0.1:${String(port).trim()}`;
}
