import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "./fail.mjs";
import { root } from "./install.mjs";

/** The settings that hold a secret, or a URL that may contain a password. */
export const secretSettings = [
  ...["DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "STREAM_URL", "SMTP_URL", "DESK_ALERT_URL"],
  ...["NEXTAUTH_SECRET", "VANG_PEPPERS", "VANG_LINK_SECRET", "VANG_ENCRYPTION_KEYS"],
  ...["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"],
  ...["SEPAY_API_KEYS", "SEPAY_WEBHOOK_SECRETS", "SEPAY_API_TOKEN", "CASSO_CHECKSUM_KEYS", "PAYOS_CHECKSUM_KEYS"],
];

/**
 * Sets each secret that is given as a file, as `X_FILE`, as `X`: Docker, Kubernetes and systemd mount secrets so. To be
 * called before any setting is read. Ends the program if a file is missing or empty, or if both are set.
 */
export function readSettingFiles(settings = process.env) {
  try {
    for (const name of [...secretSettings, ...engineKeys(settings)]) readSettingFile(settings, name);
  } catch (error) {
    fail(error.message);
  }
}

/** @param {NodeJS.ProcessEnv} settings @param {string} name */
export function readSettingFile(settings, name) {
  const path = settings[`${name}_FILE`];
  if (!path) return;
  if (settings[name] !== undefined) throw new Error(`${name} and ${name}_FILE are both set: keep one of them.`);
  settings[name] = readSecret(`${name}_FILE`, path);
  delete settings[`${name}_FILE`];
}

/** Without one newline at the end, which editors and `echo` add. @param {string} setting @param {string} path */
function readSecret(setting, path) {
  let text;
  try {
    text = readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new Error(`${setting} is ${path}, which cannot be read: ${error.code}.`);
  }
  if (text === "") throw new Error(`${setting} is ${path}, which is empty.`);
  return text;
}

/** The variables that the engines' file names for API keys. @param {NodeJS.ProcessEnv} settings */
function engineKeys({ VANG_ENGINES, VANG_DATA }) {
  const file = VANG_ENGINES ?? join(VANG_DATA ?? join(root, ".data"), "engines.json");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return [...text.matchAll(/"apiKeyEnv"\s*:\s*"(\w+)"/g)].map(([, name]) => name);
}
