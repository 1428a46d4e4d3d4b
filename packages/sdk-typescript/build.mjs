import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Writes the package as it is published, for Node and browsers alike. */
export async function buildPackage(folder = at(".build")) {
  const dist = join(folder, "dist");
  mkdirSync(dist, { recursive: true });
  await build({
    entryPoints: [at("src/index.ts")],
    outfile: join(dist, "index.js"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    charset: "utf8",
    logLevel: "warning",
  });
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  const project = ["--project", at("tsconfig.build.json"), "--outDir", dist];
  const types = spawnSync(process.execPath, [tsc, ...project], { encoding: "utf8" });
  if (types.status !== 0) throw new Error(`The SDK's types cannot be written: ${types.stdout}${types.stderr}`);

  for (const file of ["README.md", "README.vi.md", "LICENSE"]) copyFileSync(at(file), join(folder, file));
  const { private: _private, scripts: _scripts, ...own } = JSON.parse(readFileSync(at("package.json"), "utf8"));
  const entry = { types: "./dist/index.d.ts", default: "./dist/index.js" };
  const exported = { ".": entry, "./package.json": "./package.json" };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...own, exports: exported }, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage();
