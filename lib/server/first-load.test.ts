import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { builtRoutes } from "@/testing/harness/console-walk";

/** React and Next's router, which every page loads; measured 132 kB. */
const frameworkBytes = 135_000;

/** The most that a page loads in all. The forms of endpoints still bring the schemas of all events. */
const mostBytes = (route: string) => (route.includes("/webhooks/") ? 225_000 : 200_000);

const sizes = new Map<string, number>();

function sizeOf(file: string): number {
  const path = `.next/${file.replace(/^\/?(_next\/)?/, "")}`;
  const size = sizes.get(path) ?? gzipSync(readFileSync(path)).length;
  sizes.set(path, size);
  return size;
}

const rootFiles: string[] = JSON.parse(readFileSync(".next/build-manifest.json", "utf8")).rootMainFiles;

/** The scripts of a page and its layouts, as Next's own manifest lists them. */
function filesOf(route: string): string[] {
  const manifest = `.next/server/app${route}_client-reference-manifest.js`;
  if (!existsSync(manifest)) return [];
  const text = readFileSync(manifest, "utf8");
  const { entryJSFiles } = JSON.parse(
    text.slice(text.lastIndexOf("]", text.indexOf('"clientModules"')) + 1).replace(/^\s*=\s*|;\s*$/g, ""),
  );
  return Object.values(entryJSFiles as Record<string, string[]>).flat();
}

const total = (files: readonly string[]) => [...new Set(files)].reduce((sum, file) => sum + sizeOf(file), 0);

test("the scripts that a page loads first stay within their bounds, compressed", () => {
  expect(total(rootFiles)).toBeLessThanOrEqual(frameworkBytes);
  const pages = builtRoutes().filter((route) => route.endsWith("/page") && !route.startsWith("/dev/"));
  const measured = pages.map((route) => ({ route, files: filesOf(route) })).filter(({ files }) => files.length > 0);
  expect(measured.length).toBeGreaterThan(40);
  const heavy = measured
    .map(({ route, files }) => ({ route, bytes: total([...rootFiles, ...files]) }))
    .filter(({ route, bytes }) => bytes > mostBytes(route));
  expect(heavy).toEqual([]);
});
