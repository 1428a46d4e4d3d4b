import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

export default defineConfig({
  root,
  resolve: {
    alias: {
      "@": root.replace(/\/$/, ""),
      // The package throws outside Next's server build.
      "server-only": fileURLToPath(new URL("../scripts/empty.ts", import.meta.url)),
    },
  },
  test: {
    include: ["{lib,components,app,prisma,scripts,testing}/**/*.test.{ts,tsx}"],
    exclude: [...configDefaults.exclude, "**/*.deep.test.ts"],
    globalSetup: ["testing/harness/global-setup.ts"],
    setupFiles: ["testing/harness/own-database.ts"],
    pool: "forks",
    maxWorkers: 2,
    // Retried only in CI, as the browser tests are; the report names the tests that needed it.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
