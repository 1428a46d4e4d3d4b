// @module-tag promise
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// What partners run reads its own: packages.
const roots = ["app", "components", "lib", "prisma", "e2e", "scripts", "testing", "bench"];
const files = [
  ...roots.flatMap((root) => readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => join(root, path))),
  ...readdirSync("."),
].filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.startsWith("prisma/generated"));

/** Set by other programs, by our own scripts, by tests to stop a process, or by partners; not chosen by operators. */
const notSettings = new Set([
  ...["NODE_ENV", "NEXT_RUNTIME", "NEXT_TELEMETRY_DISABLED", "NEXTAUTH_URL", "NODE_OPTIONS", "PATH", "PGAPPNAME"],
  ...["LD_PRELOAD", "npm_lifecycle_event", "PLAYWRIGHT_JSON_OUTPUT_FILE", "PRISMA_SCHEMA_ENGINE_BINARY", "VANG_FAIL"],
  ...[
    "AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED",
    "BENCH_KEY",
    "PEER_DATABASE_URL",
    ...["NO_COLOR", "TERM", "VANG_API_KEY", "VANG_BASE_URL", "VANG_PROFILE"],
    "VANG_WEBHOOK_SECRET",
  ],
]);

const read = files.flatMap((path) =>
  [...readFileSync(path, "utf8").matchAll(/process\.env\.(\w+)/g)].map(([, name = ""]) => name),
);
const parsed = readdirSync("lib/platform/env").flatMap((file) =>
  [...readFileSync(join("lib/platform/env", file), "utf8").matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
    ([, name = ""]) => name,
  ),
);
const rows = readFileSync("docs/reference/settings.md", "utf8")
  .split("\n")
  .flatMap((line) => [...(/^\|(.*?)\|/.exec(line)?.[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));

test("docs/reference/settings.md lists every environment variable that the code reads, and no other", () => {
  const settings = new Set([...read, ...parsed].filter((name) => !notSettings.has(name)));
  expect([...rows].sort()).toEqual([...settings].sort());
});
