import { fail } from "./fail.mjs";
import { ensureInstalled, root } from "./install.mjs";

/** Builds a command and runs it beside the database of this installation; `run` gets its module and gives its exit code. */
export async function runCommand(name, entryPoint, run) {
  process.chdir(root);
  await ensureInstalled();
  const { buildCommand } = await import("./bundle.mjs");
  const { prepareEnvironment } = await import("./environment.mjs");
  const { programName } = await import("./database.mjs");

  await buildCommand(name, entryPoint);
  process.env.LOG_LEVEL ??= "error";
  process.env.PGAPPNAME = programName();
  const database = await prepareEnvironment().catch((error) => fail(error.message));
  const command = await import(new URL(`../.build/${name}.mjs`, import.meta.url).href);
  process.exitCode = await run(command).catch((error) => {
    if (error.code === "42P01") fail("There is nothing in the database yet: start Vang once.");
    throw error;
  });
  await database.release();
}
