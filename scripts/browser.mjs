import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fail } from "./fail.mjs";

const places = [
  process.env.CHROMIUM_PATH,
  // The same browser without windows, with which the tests take two thirds of the time.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** A Chromium on this machine, or undefined when only Playwright's own can be used. */
export const findSystemBrowser = () => places.find((path) => path && existsSync(path));

/** Finds a browser for the tests: the system's, Playwright's, or one installed now. */
export async function ensureBrowser() {
  const { chromium } = await import("playwright");
  const found = () =>
    findSystemBrowser() ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined);
  if (found()) return;
  process.stdout.write("Installing a browser for the tests…\n");
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium-headless-shell"], {
      stdio: "ignore",
    });
  }
  if (!found()) spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit" });
  if (!found()) {
    fail(
      'The browser tests need Chromium, and it could not be installed here. Install it ("apt-get install chromium" on Debian), or set CHROMIUM_PATH to one.',
    );
  }
}
