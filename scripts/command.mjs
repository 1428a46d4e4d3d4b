import { existsSync } from "node:fs";
import { fail } from "./fail.mjs";
import { ensureInstalled, root } from "./install.mjs";
import { takeOwnerUrl } from "./owner-url.mjs";

/** Builds a command and runs it with this installation's database; `run` gets its module and returns the exit code. */
export async function runCommand(name, entryPoint, run) {
  process.chdir(root);
  takeOwnerUrl();
  await ensureInstalled();
  const { ensureBuilt } = await import("./build.mjs");
  const { buildCommand } = await import("./bundle.mjs");
  const { prepareEnvironment } = await import("./environment.mjs");
  const { programName } = await import("./database.mjs");

  // On a fresh clone the database client is missing.
  if (!existsSync(`${root}prisma/generated`)) await ensureBuilt({ dev: true });
  await buildCommand(name, entryPoint);
  process.env.LOG_LEVEL ??= "error";
  process.env.PGAPPNAME = programName();
  const database = await prepareEnvironment().catch((error) => fail(error.message));
  const command = await import(new URL(`../.build/${name}.mjs`, import.meta.url).href);
  process.exitCode = await run(command).catch((error) => {
    if (error.code === "42P01" || error.code === "P2021")
      fail("There is nothing in the database yet: start Vang once.");
    if (/permission denied for/.test(error.message))
      fail("The database has not been upgraded to this version yet: start Vang once.");
    throw error;
  });
  await database.release();
}
