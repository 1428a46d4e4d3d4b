import { existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { commonAreas } from "@/lib/platform/i18n/areas";
import { importsOf } from "@/testing/test-files.mjs";

const root = process.cwd();
const startsWith = (file: string, directive: string) => readFileSync(file, "utf8").startsWith(`"use ${directive}"`);

/** The areas that the page or layout's scripts use, without those that a component gives to what it shows. */
function areasUsedBy(file: string): Set<string> {
  const areas = new Set<string>();
  const seen = new Set<string>();
  const walk = (path: string, isAboveBrowser: boolean, given: readonly string[]) => {
    const isBrowser = isAboveBrowser || startsWith(path, "client");
    const step = `${path} ${isBrowser} ${given}`;
    if (seen.has(step) || startsWith(path, "server")) return;
    seen.add(step);
    const text = readFileSync(path, "utf8");
    const uses = isBrowser ? text.matchAll(/useTranslations\((?:"(\w+)[^"]*")?/g) : [];
    for (const [, area = "every area"] of uses) if (!given.includes(area)) areas.add(area);
    const below = path.startsWith(join(root, "components/")) ? [...given, ...areasGivenIn(text)] : given;
    for (const imported of importsOf(path)) walk(imported, isBrowser, below);
  };
  walk(file, false, []);
  return areas;
}

function areasGivenIn(text: string): string[] {
  const [, list = ""] =
    /messagesLayout\(([^)]*)\)|<ClientMessages areas=\{\[([^\]]*)\]/.exec(text)?.filter(Boolean) ?? [];
  return [...list.matchAll(/"(\w+)"/g)].map(([, area = ""]) => area);
}

/** The areas that the nearest layout gives to this folder's pages. */
function areasGivenTo(folder: string): string[] {
  const layout = join(folder, "layout.tsx");
  const given = areasGivenIn(existsSync(layout) ? readFileSync(layout, "utf8") : "");
  if (given.length > 0) return given;
  return folder.endsWith("/app") ? [] : areasGivenTo(dirname(folder));
}

const entries = (await readdir(join(root, "app"), { recursive: true }))
  .filter((path) => /(page|layout|error|not-found)\.tsx$/.test(path) && !path.endsWith("global-error.tsx"))
  .map((path) => join("app", path));

test.each(entries)("the browser gets every message that the scripts of %s use", (entry) => {
  const given = [...commonAreas, ...areasGivenTo(dirname(join(root, entry)))];
  expect([...areasUsedBy(join(root, entry))].filter((area) => !given.includes(area))).toEqual([]);
});

test("a page whose scripts use many areas is read as such", () => {
  expect([...areasUsedBy(join(root, "app/account/security/page.tsx"))]).toEqual(
    expect.arrayContaining(["account", "auth", "passkeys", "sessions", "twoFactor"]),
  );
});
