import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Source maps and type declarations, which only debuggers and editors read, and the client's compilers for other databases. */
const unused = /\.map$|\.d\.[cm]?ts$|\/@prisma\/client\/runtime\/query_compiler_(?!.*postgresql)/;

/** `next build` asks whether they are there. */
const needed = /\/@types\//;

/** @param {string} path */
export const isUnused = (path) => unused.test(path.replaceAll("\\", "/")) && !needed.test(path.replaceAll("\\", "/"));

/**
 * Removes from what was installed for production everything that neither a build nor the server reads: half a gigabyte.
 * @param {string} root
 */
export function trimPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  // npm leaves what a package would take if it were there, such as Next a browser for tests.
  for (const [path, { devOptional }] of Object.entries(packages))
    if (devOptional) rmSync(join(root, path), { recursive: true, force: true });
  for (const entry of readdirSync(join(root, "node_modules"), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && isUnused(path)) rmSync(path);
  }
}
