import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the program as one file. Tests that run at the same time may build the same one. */
export async function buildProgram(outfile) {
  const { outputFiles } = await build({
    absWorkingDir: at("../.."),
    entryPoints: [at("src/bin.ts")],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    charset: "utf8",
    logLevel: "warning",
    write: false,
    // Packages in CommonJS require Node's modules. Its names are not those of a module that is bundled.
    banner: {
      js: '#!/usr/bin/env node\nimport { createRequire as requireFrom } from "node:module";\nconst require = requireFrom(import.meta.url);',
    },
    // Parts of `ws` in native code, which it does without.
    external: ["bufferutil", "utf-8-validate"],
  });
  mkdirSync(dirname(outfile), { recursive: true });
  for (const { contents } of outputFiles) writeFileSync(`${outfile}.${process.pid}`, contents, { mode: 0o755 });
  renameSync(`${outfile}.${process.pid}`, outfile);
}

/** Writes the package as it is published: one file without dependencies, and what npm shows. */
export async function buildPackage(folder = at(".build")) {
  await buildProgram(join(folder, "vang.mjs"));
  const {
    private: _private,
    scripts: _scripts,
    devDependencies: _bundled,
    ...own
  } = JSON.parse(readFileSync(at("package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...own, bin: { vang: "./vang.mjs" } }, null, 2)}\n`);
  for (const file of ["README.md", "README.vi.md", "LICENSE"]) copyFileSync(at(file), join(folder, file));
  chmodSync(join(folder, "vang.mjs"), 0o755);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage();
