import { fail } from "./fail.mjs";
import { ensureInstalled, root } from "./install.mjs";

process.chdir(root);
ensureInstalled();
const { buildAudit } = await import("./bundle.mjs");
const { prepareEnvironment } = await import("./environment.mjs");
const { programName } = await import("./database.mjs");

await buildAudit();
process.env.LOG_LEVEL ??= "error";
process.env.PGAPPNAME = programName();
const database = await prepareEnvironment().catch((error) => fail(error.message));
const { verifyFromTerminal } = await import(new URL("../../.build/audit.mjs", import.meta.url).href);
process.exitCode = await verifyFromTerminal().catch((error) => {
  if (error.code === "42P01") fail("There is no audit log yet: start Vang once.");
  throw error;
});
await database.release();
