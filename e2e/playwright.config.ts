import { defineConfig, devices } from "@playwright/test";
import { findSystemBrowser } from "../scripts/browser.mjs";
import { freePort } from "../scripts/database.mjs";
import { newDataDirectory } from "../testing/harness/own-server";

// Workers load this file again and inherit the first process's choices.
process.env.VANG_DATA ??= newDataDirectory();
process.env.PORT ??= String(await freePort());
// Fixtures create rows through the server's own modules, which load only with React's server condition.
process.env.NODE_OPTIONS = "--conditions=react-server";
const url = `http://localhost:${process.env.PORT}`;

export default defineConfig({
  testDir: ".",
  outputDir: "../.build/e2e",
  timeout: 45_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Retried only in CI; the report names the tests that needed it.
  retries: process.env.CI ? 1 : 0,
  use: {
    baseURL: url,
    locale: "vi-VN",
    timezoneId: "Asia/Ho_Chi_Minh",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: findSystemBrowser(),
      args: [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--autoplay-policy=no-user-gesture-required",
      ],
    },
  },
  projects: [
    // Every page is tested at both widths and in both languages, but not in each combination.
    {
      name: "desktop",
      grepInvert: /axe finds .*\bvi\b/,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
    },
    {
      name: "phone",
      testIgnore: [
        "menu.spec.ts",
        "start.spec.ts",
        "upgrade.spec.ts",
        "regions.spec.ts",
        "anonymous-rate-limit.spec.ts",
      ],
      grepInvert: /axe finds .*\ben\b/,
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } },
    },
  ],
  webServer: {
    command: "node ../scripts/start.mjs",
    url: `${url}/sign-in`,
    env: {
      PORT: process.env.PORT,
      VANG_DATA: process.env.VANG_DATA,
      LOG_LEVEL: "warn",
      NODE_OPTIONS: "",
      // All tests' forms come from one network, like a flood.
      VANG_ANONYMOUS_FORMS_PER_MINUTE: "100000",
    },
    stdout: "ignore",
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    timeout: 120_000,
  },
});
