import { join } from "node:path";
import pg from "pg";
import { env } from "@/lib/platform/env";
import { ensureDatabase } from "@/scripts/database.mjs";

/** The table owner's URL in the benches' embedded database. */
export const ownerUrl = async (): Promise<string> =>
  (await ensureDatabase({ directory: join(env.VANG_DATA, "postgres") })).ownerUrl;

/** For commands that the program's role cannot run, such as vacuum. */
export async function asOwner(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(await ownerUrl());
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
