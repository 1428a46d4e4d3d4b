import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import type { Language } from "./driver";

type Testable = Language & { isMissing?: string };

const drivers = "testing/sdks/drivers";

const works = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

const noLive = {
  "speech is transcribed while it is spoken": "a WebSocket client, which the standard library lacks",
};

/** Node runs the SDK's source in one file. */
export function typescript(): Testable {
  const directory = join(".build", "sdks");
  mkdirSync(directory, { recursive: true });
  const outfile = join(directory, `driver-${process.pid}.mjs`);
  buildSync({
    entryPoints: [join(drivers, "driver.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["ws"],
    alias: { "@vang/sdk": "./packages/sdk-typescript/src/index.ts" },
  });
  return { name: "TypeScript", command: [process.execPath, outfile] };
}

const whenThere = (language: Language, program: string, isThere: boolean): Testable => ({
  ...language,
  ...(!isThere && { isMissing: program }),
  ...(!existsSync(language.command.at(-1) ?? "") && !language.cwd && { isMissing: "its driver" }),
});

export const python = (): Testable =>
  whenThere(
    { name: "Python", command: ["python3", join(drivers, "driver.py")], without: noLive },
    "python3",
    works("python3", "--version"),
  );

export const php = (): Testable =>
  whenThere({ name: "PHP", command: ["php", join(drivers, "driver.php")], without: noLive }, "php", works("php", "-v"));

/** A module of its own that uses the SDK's folder. */
export const go = (): Testable => {
  const cwd = join(drivers, "go");
  const program = join("..", "..", "..", "..", ".build", "sdks", "go-driver");
  mkdirSync(join(".build", "sdks"), { recursive: true });
  const isBuilt = existsSync(cwd) && spawnSync("go", ["build", "-o", program, "."], { cwd }).status === 0;
  return { name: "Go", command: [program], cwd, without: noLive, ...(!isBuilt && { isMissing: "go" }) };
};
