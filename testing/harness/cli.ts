import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildProgram } from "@/packages/cli/build.mjs";

export type Ended = { code: number | null; stdout: string; stderr: string; bytes: Buffer };

type Running = { child: ChildProcess; ended: Promise<Ended>; output: () => string; complaints: () => string };

/** The CLI as one built file, run as a process of its own in a folder of its own, by a user without other settings. */
export async function startCli(baseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), "vang-cli-"));
  const program = join(folder, "vang.mjs");
  await buildProgram(program);
  const own = {
    NODE_ENV: "production" as const,

    PATH: process.env.PATH,
    XDG_CONFIG_HOME: join(folder, "config"),
    VANG_BASE_URL: baseUrl,
  };

  function start(args: string[], { key, env = {}, stdin }: RunOptions = {}): Running {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { ...own, VANG_API_KEY: key, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const [written, complained]: [Buffer[], Buffer[]] = [[], []];
    child.stdout?.on("data", (chunk) => written.push(chunk));
    child.stderr?.on("data", (chunk) => complained.push(chunk));
    // One that ends without reading closes its stdin.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(stdin);
    const [output, complaints] = [written, complained].map((chunks) => () => String(Buffer.concat(chunks)));
    const ended = new Promise<Ended>((resolve) =>
      child.on("close", (code) =>
        resolve({ code, stdout: output?.() ?? "", stderr: complaints?.() ?? "", bytes: Buffer.concat(written) }),
      ),
    );
    return { child, ended, output: () => output?.() ?? "", complaints: () => complaints?.() ?? "" };
  }

  return {
    folder,
    program,
    start,
    run: (args: string[], options?: RunOptions) => start(args, options).ended,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

type RunOptions = { key?: string; env?: Record<string, string | undefined>; stdin?: string | Buffer };
