import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// `npm run build --workspace vietnamese-text`: writes the package as it is published to `.build`, for Node and for browsers.
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const own = JSON.parse(readFileSync(at("package.json"), "utf8"));
const entries = { index: at("src/index.ts"), clean: at("src/clean.ts"), pauses: at("src/pauses.ts") };
const common = {
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  loader: { ".tsv": "text" },
  logLevel: "warning",
};

rmSync(at(".build"), { recursive: true, force: true });
mkdirSync(at(".build"));
await build({
  ...common,
  entryPoints: { ...entries, cli: at("src/cli.ts") },
  outdir: at(".build"),
  platform: "node",
  external: Object.keys(own.dependencies),
  splitting: true,
  chunkNames: "part-[hash]",
});
await build({ ...common, entryPoints: entries, outdir: at(".build/browser"), platform: "browser", minify: true });

const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const types = spawnSync(process.execPath, [tsc, "--project", at("tsconfig.build.json")], { stdio: "inherit" });
if (types.status !== 0) process.exit(types.status ?? 1);

writeFileSync(
  at(".build/bin.mjs"),
  `#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { run } from "./cli.js";

const { output, code } = run(process.argv.slice(2), () => readFileSync(0, "utf8"));
process.stdout.write(\`\${output}\\n\`);
process.exitCode = code;
`,
  { mode: 0o755 },
);
for (const file of ["README.md", "LICENSE"]) copyFileSync(at(file), at(`.build/${file}`));
for (const only of ["private", "scripts"]) delete own[only];
const entry = (name, source) => ({
  types: `./types/${source}.d.ts`,
  browser: `./browser/${name}.js`,
  default: `./${name}.js`,
});
writeFileSync(
  at(".build/package.json"),
  JSON.stringify(
    {
      ...own,
      exports: {
        ".": entry("index", "index"),
        "./clean": entry("clean", "clean"),
        "./pauses": entry("pauses", "pauses"),
        "./package.json": "./package.json",
      },
    },
    null,
    2,
  ),
);
