import { accessSync, constants, existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { fail } from "./fail.mjs";
import { ensureInstalled, root } from "./install.mjs";
import { takeOwnerUrl } from "./owner-url.mjs";
import { readSettingFiles } from "./setting-files.mjs";

/**
 * Builds a command and runs it; `run` gets its module and a function that opens this installation's database, and returns
 * the exit code.
 */
export async function runCommand(name, build, run) {
  process.chdir(root);
  readSettingFiles();
  takeOwnerUrl();
  await ensureInstalled();
  const { ensureBuilt } = await import("./build.mjs");
  const { prepareEnvironment } = await import("./environment.mjs");
  const { programName } = await import("./database.mjs");

  // On a fresh clone the database client is missing.
  if (!existsSync(`${root}prisma/generated`)) await ensureBuilt({ dev: true });
  const program = `${root}.build/${name}.mjs`;
  // An image has its programs built, and cannot be written.
  if (!existsSync(program) || isWritable(`${root}.build`)) await build(await import("./bundle.mjs"));
  process.env.LOG_LEVEL ??= "error";
  process.env.PGAPPNAME = programName();
  process.env.VANG_DATA ??= `${root}.data`;
  let database;
  const prepare = async () => {
    database = await prepareEnvironment().catch((error) => fail(error.message));
  };
  const command = await import(pathToFileURL(program).href);
  try {
    process.exitCode = await run(command, prepare);
  } catch (error) {
    // `fail` ends the process at once, and would leave an embedded database running.
    await database?.release();
    if (error.code === "42P01" || error.code === "P2021")
      fail("There is nothing in the database yet: start Vang once.");
    if (/permission denied for/.test(error.message))
      fail("The database has not been upgraded to this version yet: start Vang once.");
    throw error;
  }
  await database?.release();
}

function isWritable(directory) {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
