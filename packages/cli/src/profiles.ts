import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { exitCodes } from "./commands";
import { CliError } from "./fail";
import { say } from "./words";

export type Profile = { apiKey: string; baseUrl: string };

type Config = { current: string; profiles: Record<string, Profile> };

export const defaultBaseUrl = "http://localhost:3000";

/** Where the keys are kept. Undefined for a user without a home, such as one of a container. */
export function configFile(): string | undefined {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const base = XDG_CONFIG_HOME || (process.platform === "win32" && APPDATA) || homeConfig();
  return base ? join(base, "vang", "config.json") : undefined;
}

function homeConfig(): string | undefined {
  try {
    return join(homedir(), ".config");
  } catch {
    return undefined;
  }
}

export function readConfig(): Config {
  const empty = { current: "default", profiles: {} };
  const file = configFile();
  if (!file) return empty;
  try {
    return { ...empty, ...JSON.parse(readFileSync(file, "utf8")) };
  } catch (error) {
    if (error instanceof SyntaxError) throw new CliError(say("cli.configDamaged", { file }));
    // Without a file, or with a home that cannot be read, there is no profile.
    return empty;
  }
}

/** Replaces the file at once, readable by its owner only. */
export function saveConfig(config: Config): string {
  const file = configFile();
  if (!file) throw new CliError(say("cli.noHome"));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const written = `${file}.${process.pid}`;
  try {
    writeFileSync(written, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(written, file);
  } catch (error) {
    rmSync(written, { force: true });
    throw error;
  }
  return file;
}

/** The key and service of this run. `profile` is null where the key is one of the environment. */
export type Connection = Profile & { profile: string | null };

/** VANG_API_KEY and VANG_BASE_URL win over the profile. */
export function findConnection(name?: string): Connection {
  const { VANG_API_KEY, VANG_BASE_URL } = process.env;
  const { current, profiles } = readConfig();
  const chosen = name ?? process.env.VANG_PROFILE ?? current;
  const saved = profiles[chosen];
  const baseUrl = VANG_BASE_URL || saved?.baseUrl || defaultBaseUrl;
  if (VANG_API_KEY) return { apiKey: VANG_API_KEY, baseUrl, profile: null };
  if (saved) return { apiKey: saved.apiKey, baseUrl, profile: chosen };
  const id = name === undefined ? "cli.noKey" : "cli.noProfile";
  throw new CliError(say(id, { profile: chosen }), exitCodes.key);
}
