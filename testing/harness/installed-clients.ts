import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Installs the clients of other vendors into a folder of their own, as their users do. */
export async function installClients(packages: readonly string[]) {
  const directory = await mkdtemp(join(tmpdir(), "vang-clients-"));
  await writeFile(join(directory, "package.json"), '{"private":true,"type":"module"}');
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], { cwd: directory });
  return {
    /** Runs a program that gets these arguments and prints JSON on its last line. */
    async run(code: string, ...given: string[]) {
      const path = join(directory, "program.mjs");
      await writeFile(path, code);
      const { stdout } = await run(process.execPath, [path, ...given], { cwd: directory });
      return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
    },
    remove: () => rm(directory, { recursive: true }),
  };
}
