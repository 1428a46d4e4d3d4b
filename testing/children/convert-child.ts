import pg from "pg";
import { prepareDatabase } from "@/lib/server/prepare-database";
import { ensureDatabase } from "@/scripts/database.mjs";

// Prepares an embedded database as each start does. Kills itself before statement number `fatal`, or prints how many it
// sent.
const [, , directory = "", fatal = "0"] = process.argv;
let sent = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...values: unknown[]) {
  sent += 1;
  if (sent === Number(fatal)) process.kill(process.pid, "SIGKILL");
  return Reflect.apply(query, this, values);
} as typeof query;

await prepareDatabase(await ensureDatabase({ directory }));
process.stdout.write(`${sent}`);
