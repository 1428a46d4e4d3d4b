import { configDefaults, defineConfig } from "vitest/config";
import config from "./vitest.config";

const minutes = 60_000;

/** `npm run test:deep`: tests that take minutes, or that need the npm registry. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: ["{lib,scripts}/**/*.deep.test.ts"],
    exclude: configDefaults.exclude,
    maxWorkers: 1,
    testTimeout: 30 * minutes,
    hookTimeout: 30 * minutes,
  },
});
