import "server-only";
import { sql } from "@/lib/platform/db";
import { applySettings, type EngineSetting } from "./settings";

const settings = `SELECT engine, state, weights FROM engine_settings ORDER BY engine`;

/** Applies what the staff set. While the database is away, what was read last goes on. */
export const readEngineSettings = async (): Promise<void> =>
  applySettings(await sql<EngineSetting>("engine-settings", settings, []));
