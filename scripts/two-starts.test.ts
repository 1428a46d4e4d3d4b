import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let checkout: string;

/** Leaves a line in the file `runs`, and fails when another such program runs at the same time. */
const program = (name: string, then = "") => `#!/usr/bin/env node
const fs = require("node:fs");
fs.mkdirSync("busy");
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
${then}
fs.appendFileSync("runs", "${name}\\n");
fs.rmdirSync("busy");
`;

const installed = `fs.writeFileSync("node_modules/.package-lock.json", '{ "packages": {} }');`;

/** A checkout with our own start scripts, and programs of others that only tell when they run together. */
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
    "lib/server/migrations.ts",
    "scripts/empty.ts",
    "lib/engines/worker.ts",
    "lib/engines/providers/sherpa/child.ts",
  ])
    write(source, "");
  cpSync("scripts", join(checkout, "scripts"), { recursive: true });
});

afterEach(() => rmSync(checkout, { recursive: true, force: true }));

/** Resolves to its exit code, or to what it said when it failed. */
function build(): Promise<number | string> {
  const env = { ...process.env, PATH: `${join(checkout, "bin")}:${process.env.PATH}` };
  return new Promise((done) => {
    execFile(process.execPath, ["scripts/build.mjs"], { cwd: checkout, env }, (error, _, stderr) =>
      done(error ? stderr : 0),
    );
  });
}

const runs = () => readFileSync(join(checkout, "runs"), "utf8").split("\n").filter(Boolean);

test("of two starts at once in one checkout one installs and builds, and the other waits for it", async () => {
  expect(await Promise.all([build(), build()])).toEqual([0, 0]);
  expect(runs()).toEqual(["install", "generate", "pages"]);
  expect(existsSync(join(checkout, ".build/server.mjs"))).toBe(true);

  writeFileSync(join(checkout, "hello.json"), "{}");
  expect(await build()).toBe(0);
  expect(runs()).toHaveLength(3);
});

const killed = "a build that was killed holds nobody up";

async function buildBesideLock(holder: string) {
  mkdirSync(join(checkout, ".build"));
  writeFileSync(join(checkout, ".build/lock"), holder);
  expect(await Promise.all([build(), build()])).toEqual([0, 0]);
  expect(runs()).toEqual(["install", "generate", "pages"]);
}

// More than the system ever gives out.
test(killed, () => buildBesideLock("99999999 1"));

// Only there does the system say when a process began.
test.runIf(process.platform === "linux")(`${killed} when its process id is in use again`, () =>
  buildBesideLock(`${process.pid} 1`),
);
