import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A module of the package, whose TypeScript and tables Node cannot load by itself. @param {string} path */
export async function load(path) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(path, import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    loader: { ".tsv": "text" },
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
