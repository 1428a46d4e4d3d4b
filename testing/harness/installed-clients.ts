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
  const runIn = async (command: string, code: string, given: string[], env: Record<string, string> = {}) => {
    const path = join(directory, "program.mjs");
    await writeFile(path, code);
    const { stdout } = await run(command, [path, ...given], { cwd: directory, env: { ...process.env, ...env } });
    return stdout.trimEnd().split("\n").at(-1) ?? "";
  };
  return {
    directory,
    /** Runs a program that gets these arguments and prints JSON on its last line. */
    async run(code: string, ...given: string[]) {
      return JSON.parse(await runIn(process.execPath, code, given));
    },
    /** Runs a program as the documentation prints it, and returns its last line. */
    runAsPrinted: ({ language, code }: { language: string; code: string }, env: Record<string, string>) =>
      runIn(language === "Python" ? "python3" : process.execPath, code, [], env),
    remove: () => rm(directory, { recursive: true }),
  };
}
