// @module-tag promise
// @module-tag slow
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { needs } from "@/testing/harness/needs";

let checkout: string;

/** A fake command that adds a line to the file `runs`, and fails when another one runs at the same time. */
const program = (name: string, then = "") => `#!/usr/bin/env node
const fs = require("node:fs");
fs.mkdirSync("busy");
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
${then}
fs.appendFileSync("runs", "${name}\\n");
fs.rmdirSync("busy");
`;

const installed = `fs.writeFileSync("node_modules/.package-lock.json", '{ "packages": {} }');`;

/** A checkout with our real start scripts, and fake commands that detect concurrent runs. */
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "vang-checkout-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), text, { mode: 0o755 });
  };
  write("package.json", '{ "type": "module" }');
  write("package-lock.json", '{ "packages": { "": {} } }');
  write("bin/package.json", "{}");
  write("bin/npm", program("install", installed));
  write("node_modules/prisma/build/index.js", program("generate"));
  write("node_modules/next/dist/bin/next", program("pages"));
  symlinkSync(resolve("node_modules/esbuild"), join(checkout, "node_modules/esbuild"));
  for (const source of [
    "server.ts",
    "lib/server/prepare.ts",
    "lib/server/prepare-database.ts",
    "scripts/empty.ts",
    "lib/engines/worker.ts",
    "lib/engines/encode-worker.ts",
    "lib/engines/providers/sherpa/child.ts",
  ])
    write(source, "");
  cpSync("scripts", join(checkout, "scripts"), { recursive: true });
});

afterEach(() => rmSync(checkout, { recursive: true, force: true }));

/** Resolves to the exit code, or to the error output. */
function build(): Promise<number | string> {
  const env = { ...process.env, PATH: `${join(checkout, "bin")}:${process.env.PATH}` };
  return new Promise((done) => {
    execFile(process.execPath, ["scripts/build.mjs"], { cwd: checkout, env }, (error, _, stderr) =>
      done(error ? stderr : 0),
    );
  });
}

const runs = () => readFileSync(join(checkout, "runs"), "utf8").split("\n").filter(Boolean);

test("of two concurrent starts in one checkout one installs and builds, and the other waits for it", async () => {
  expect(await Promise.all([build(), build()])).toEqual([0, 0]);
  expect(runs()).toEqual(["install", "generate", "pages"]);
  expect(existsSync(join(checkout, ".build/server.mjs"))).toBe(true);

  writeFileSync(join(checkout, "hello.json"), "{}");
  expect(await build()).toBe(0);
  expect(runs()).toHaveLength(3);
});

const killed = "a build that was killed holds no one up";

async function buildBesideLock(holder: string) {
  mkdirSync(join(checkout, ".build"));
  writeFileSync(join(checkout, ".build/lock"), holder);
  expect(await Promise.all([build(), build()])).toEqual([0, 0]);
  expect(runs()).toEqual(["install", "generate", "pages"]);
}

// More than any process id of the system.
test(killed, () => buildBesideLock("99999999 1"));

// Only Linux reports when a process started.
test.runIf(process.platform === "linux")(`${killed} when its process id is in use again`, needs("Linux"), () =>
  buildBesideLock(`${process.pid} 1`),
);
