// @module-tag promise
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isUnused } from "./trim-packages.mjs";

type Locked = { license?: string; dev?: boolean; devOptional?: boolean; link?: boolean };

const packages: [string, Locked][] = Object.entries(JSON.parse(readFileSync("package-lock.json", "utf8")).packages);

/** The packages that `npm start` installs, by path, on any platform. */
const production = packages.filter(
  ([path, { dev, devOptional, link }]) => path.startsWith("node_modules/") && !dev && !devOptional && !link,
);

/** Licenses that are compatible with AGPL-3.0-or-later, or that apply only to data and fonts. */
const compatible = new Set([
  ...[
    "0BSD",
    "Apache-2.0",
    "BlueOak-1.0.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unlicense",
  ],
  ...["GPL-3.0-or-later", "GPL-3.0", "LGPL-3.0-or-later", "CC-BY-4.0", "OFL-1.1", "Python-2.0"],
]);

/** Packages whose license is in a file instead of `package.json`. */
const unstated: Record<string, string> = {
  "node_modules/combine-errors": "MIT",
  "node_modules/png-js": "MIT",
  "node_modules/seq-queue": "MIT",
};

test("every production dependency has a license compatible with ours", () => {
  expect(production.length).toBeGreaterThan(100);
  const others = production.filter(([path, { license = unstated[path] ?? "none" }]) =>
    license.split(/[()]| AND | OR /).some((one) => one !== "" && !compatible.has(one)),
  );
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

/** The disk usage of a trimmed package, without nested packages, which are listed themselves. */
function kilobytes(directory: string): number {
  const entries = readdirSync(directory, { withFileTypes: true }).map((entry) => ({
    entry,
    path: join(directory, entry.name),
  }));
  const sizes = entries.map(({ entry, path }) => {
    if (entry.isDirectory()) return entry.name === "node_modules" ? 0 : kilobytes(path);
    return entry.isFile() && !isUnused(path) ? statSync(path).blocks / 2 : 0;
  });
  return sizes.reduce((sum, size) => sum + size, statSync(directory).blocks / 2);
}

test("what `npm start` installs takes 600 MB at most", () => {
  const kept = production.filter(([path]) => existsSync(path));
  const total = kept.reduce((sum, [path]) => sum + kilobytes(path), 0);
  expect(total / 1024).toBeGreaterThan(300);
  expect(total / 1024).toBeLessThanOrEqual(600);
});
