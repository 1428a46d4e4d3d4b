import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Source maps, type declarations and sources, used only by debuggers and editors, the client's compilers for other
 * databases, a package's tests, one's copies for pages without a bundler, and further copies of the modules of the AWS
 * SDK and of OpenTelemetry's, which are for bundlers, and of the Model Context Protocol's, which are for CommonJS.
 */
const unused =
  /\.map$|\.d\.[cm]?ts$|\/@prisma\/client\/runtime\/query_compiler_(?!.*postgresql)|\/@(aws-sdk|smithy)\/[^/]+\/dist-es\/|\/@opentelemetry\/(?!api\/)[^/]+\/build\/es(m|next)\/|\/@modelcontextprotocol\/.*\.cjs$|\bnode_modules\/(effect\/src|@tanstack\/[^/]+\/src|bintrees\/test|tus-js-client\/dist)\//;

/** `next build` checks that these exist. */
const needed = /\/@types\//;

/** @param {string} path */
export const isUnused = (path) => unused.test(path.replaceAll("\\", "/")) && !needed.test(path.replaceAll("\\", "/"));

/**
 * Removes everything from the production installation that neither build nor server reads: half a gigabyte.
 * @param {string} root
 */
export function trimPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  // Optional peers that npm keeps, such as a browser for tests.
  for (const [path, { devOptional }] of Object.entries(packages))
    if (devOptional) rmSync(join(root, path), { recursive: true, force: true });
  for (const entry of readdirSync(join(root, "node_modules"), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && isUnused(path)) rmSync(path);
  }
}
