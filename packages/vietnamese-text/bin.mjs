#!/usr/bin/env node
import { build } from "esbuild";

// The sources are TypeScript with tables as texts, which Node cannot load by itself.
const { outputFiles } = await build({
  entryPoints: [new URL("src/cli.ts", import.meta.url).pathname],
  bundle: true,
  platform: "node",
  format: "esm",
  loader: { ".tsv": "text" },
  write: false,
});
const { run } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
const { output, code } = run(process.argv.slice(2));
process.stdout.write(`${output}\n`);
process.exitCode = code;
