import { defineConfig, devices } from "@playwright/test";
import { findSystemBrowser } from "../scripts/browser.mjs";
import { freePort } from "../scripts/database.mjs";
import { newDataDirectory } from "../testing/harness/own-server";

// Workers load this file again and inherit the first process's choices.
process.env.VANG_DATA ??= newDataDirectory();
process.env.PORT ??= String(await freePort());
// Fixtures create rows through the server's own modules, which load only with React's server condition.
process.env.NODE_OPTIONS = `--conditions=react-server --import=${new URL("import-json.mjs", import.meta.url)}`;
process.env.VANG_WARM_UP ??= "0";
process.env.VANG_METRICS ??= "off";
// `npm run test:deep` runs the tests that are too long for each run.
const isDeep = Boolean(process.env.VANG_DEEP);
const url = `http://localhost:${process.env.PORT}`;

const launchWith = (...args: string[]) => ({
  executablePath: findSystemBrowser(),
  args: [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--autoplay-policy=no-user-gesture-required",
    ...args,
  ],
});

export default defineConfig({
  testDir: ".",
  outputDir: "../.build/e2e",
  // A busy machine is three times as slow as a quiet one.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: url,
    locale: "vi-VN",
    timezoneId: "Asia/Ho_Chi_Minh",
    // Recording traces would take a third of the time; `--trace=retain-on-failure` does it when one is needed.
    trace: "off",
    screenshot: "only-on-failure",
    contextOptions: { reducedMotion: "reduce" },
    // Requests that a worker answers cannot be intercepted; the test of being offline allows it.
    serviceWorkers: "block",
    launchOptions: launchWith(),
  },
  projects: [
    // `npm run look` alone.
    ...(process.env.VANG_LOOK ? [{ name: "look", grep: /@look/, use: devices["Desktop Chrome"] }] : []),
    {
      name: "desktop",
      grepInvert: isDeep ? /@look/ : /@deep|@layout|@look/,
      use: {
        ...devices["Desktop Chrome"],
        viewport: { width: 1440, height: 900 },
        launchOptions: launchWith(...(isDeep ? [] : ["--disable-remote-fonts"])),
      },
    },
    {
      // Layout and accessibility, in Vietnamese, with our fonts; the deep run repeats them on the desktop in English. Of
      // the functions only those that differ on a phone.
      name: "phone",
      grep: isDeep ? /^$/ : /@phone|@layout/,
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
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
