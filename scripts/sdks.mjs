import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { create } from "tar";
import { root } from "./install.mjs";

/** Folders of packages for npm, by the file that they become. The `build.mjs` of each writes it to a folder. */
const packages = { "vang-sdk.tgz": "sdk-typescript", "vang-cli.tgz": "cli" };

/** SDKs that are one file. */
const modules = {
  "vang.py": "sdk-python/vang.py",
  "Vang.php": "sdk-php/src/Vang.php",
  "vang.go": "sdk-go/vang.go",
};

/** The time that npm writes into packages, so that the same files make the same package on every machine. */
const mtime = new Date("1985-10-26T08:15:00Z");

/** Writes what developers install to `.build/sdk`, with `index.json`, which lists it. */
export async function buildSdks() {
  const out = join(root, ".build/sdk");
  const next = `${out}.${process.pid}`;
  const work = `${next}.work`;
  mkdirSync(next, { recursive: true });
  const isThere = ([, source]) => existsSync(join(root, "packages", source));
  await Promise.all(
    Object.entries(packages)
      .filter(isThere)
      .map(([file, source]) => pack(source, join(work, file), join(next, file))),
  );
  copyFileSync(join(work, "vang-sdk.tgz/dist/index.js"), join(next, "vang-sdk.js"));
  for (const [file, source] of Object.entries(modules).filter(isThere))
    copyFileSync(join(root, "packages", source), join(next, file));
  const files = readdirSync(next).map((file) => {
    const bytes = readFileSync(join(next, file));
    return { file, sizeBytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  });
  writeFileSync(join(next, "index.json"), JSON.stringify(files));
  for (const directory of [work, out]) rmSync(directory, { recursive: true, force: true });
  renameSync(next, out);
}

async function pack(source, directory, file) {
  const { buildPackage } = await import(join(root, "packages", source, "build.mjs"));
  await buildPackage(directory);
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort();
  await create({ file, cwd: directory, prefix: "package", gzip: true, portable: true, mtime }, files);
}
