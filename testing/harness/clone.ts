import { execFile, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { vi } from "vitest";
import { ensureDatabase, freePort } from "@/scripts/database.mjs";

/** A clone of this checkout at `directory`, at the commit `release` unless it is left out. */
export function cloneCheckout(directory: string, release?: string): void {
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", process.cwd(), directory]);
  if (release) execFileSync("git", ["checkout", "--quiet", release], { cwd: directory });
}

/** The environment of a new user's shell, with `bin` first in the path. */
export function shellWith(bin: string): NodeJS.ProcessEnv {
  const known = /^(HOME|LANG|TMPDIR|npm_config_(registry|cache|userconfig))$/i;
  const kept = Object.entries(process.env).filter(([name]) => known.test(name));
  return { ...Object.fromEntries(kept), PATH: `${bin}:${process.env.PATH}` } as unknown as NodeJS.ProcessEnv;
}

/** Runs an npm script of this checkout, or another, on an installation; throws its output if its exit code is not 0. */
export const npmRun = (data: string, args: string[], { cwd = process.cwd(), settings = {} } = {}) =>
  promisify(execFile)("npm", ["run", "--silent", ...args], {
    cwd,
    env: { ...shellWith(dirname(process.execPath)), ...settings, VANG_DATA: data },
  });

type Start = { clone: string; data: string; bin: string; settings?: Record<string, string>; port?: number };

/** `npm start` in a clone, under the Node in `bin`. Resolves when the server responds, and throws its output if it ends. */
export async function npmStart({ clone, data, bin, settings = {}, port: given }: Start) {
  const port = given ?? (await freePort());
  const url = `http://localhost:${port}`;
  const env = { ...shellWith(bin), ...settings, PORT: String(port), VANG_DATA: data };
  const npm = spawn("npm", ["start"], { cwd: clone, env });
  let output = "";
  for (const stream of [npm.stdout, npm.stderr]) stream.on("data", (chunk) => (output += chunk));
  // Closes when npm and the server, which shares its output, have both ended.
  const ended = new Promise<void>((done) => npm.on("close", () => done()));
  while (npm.exitCode === null && !output.includes(`console  ${url}`)) await sleep(100);
  if (npm.exitCode !== null) throw new Error(output);
  return {
    url,
    async stop() {
      npm.kill("SIGTERM");
      await ended;
    },
  };
}

/** From now on, what is imported uses this database. Settings are read once, so the modules must be new. */
export function switchDatabase(url: string): void {
  process.env.DATABASE_URL = url;
  vi.resetModules();
}

/** Inserts an API key of a member with credit, as the console would. */
export async function makeKeyIn(data: string): Promise<string> {
  switchDatabase((await ensureDatabase({ directory: join(data, "postgres") })).url);
  Object.assign(process.env, JSON.parse(readFileSync(join(data, "secrets.json"), "utf8")));
  const { makeKey, makeMember } = await import("@/prisma/factories");
  const { closeDatabase } = await import("@/lib/platform/db");
  const made = await makeKey(await makeMember({ creditMilli: 1_000_000_000n }));
  await closeDatabase();
  return made;
}
