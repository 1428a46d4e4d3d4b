import { defineConfig, devices } from "@playwright/test";
import { findSystemBrowser } from "../scripts/browser.mjs";
import { freePort } from "../scripts/database.mjs";
import { newDataDirectory } from "../testing/harness/own-server";

// Workers load this file again: what the first process chose, they inherit.
process.env.VANG_DATA ??= newDataDirectory();
process.env.PORT ??= String(await freePort());
// Fixtures make rows through the server's own modules, which load only where React's server build does.
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
  // Nobody stands by to ask again there. Which tests needed it is told by name.
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
    // Every page is examined at both widths and in both languages, but not each with each.
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
      // All forms of tests come from one network, as if in a flood.
      VANG_FORMS_PER_MINUTE: "100000",
    },
    stdout: "ignore",
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    timeout: 120_000,
  },
});
