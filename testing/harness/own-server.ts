import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/scripts/database.mjs";

/** A new data directory that the embedded database's user can access. */
export function newDataDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "vang-own-"));
  chmodSync(directory, 0o755);
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export type OwnServer = { url: string; process: ChildProcess; output: () => string; ended: Promise<number | null> };

/**
 * Runs `npm start`, or another `command`, as a process of its own, on a free port unless one is given. Resolves when it
 * responds or has ended.
 */
export async function startOwnServer(
  settings: Record<string, string | undefined> = {},
  [program, ...args]: [string, ...string[]] = [process.execPath, "scripts/start.mjs"],
): Promise<OwnServer> {
  const port = settings.PORT ?? String(await freePort());
  const url = `http://localhost:${port}`;
  // All tests' forms come from one network, like a flood; some tests set headers with other addresses. Undefined
  // removes a setting.
  const env = {
    VANG_METRICS: "off",
    ...process.env,
    VANG_ANONYMOUS_FORMS_PER_MINUTE: "100000",
    VANG_URL: url,
    ...settings,
    PORT: port,
  };
  const child = spawn(program, args, { cwd: process.cwd(), env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const ended = new Promise<number | null>((done) => child.on("exit", done));
  while (child.exitCode === null && !output.includes(`console  ${settings.VANG_URL ?? url}`)) await sleep(50);
  return { url, process: child, output: () => output, ended };
}
