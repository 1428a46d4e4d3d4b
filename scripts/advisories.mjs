import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readArguments } from "./arguments.mjs";
import { root } from "./install.mjs";

// `npm run advisories`, run hourly or daily. Exit codes: 0: nothing to fix; 1: an advisory; 2: the registry gave no
// advisories.

readArguments("npm run advisories");

/** The packages that process requests before authentication. */
const watched = [
  "next",
  "react",
  "react-dom",
  "next-auth",
  "hono",
  "@hono/node-server",
  "@fastify/busboy",
  "sharp",
  "pg",
  "@prisma/client",
  "prisma",
  "@simplewebauthn/server",
  "undici",
  "nodemailer",
];

/** A release with a published advisory: a registry that reports none for it knows no advisories at all. */
const vulnerable = { name: "minimist", version: "1.2.0" };

/** Deadlines for installing the fixed release, in hours after the advisory was first seen. */
const hoursToMend = { critical: 24, high: 72 };

const hourMs = 3_600_000;
const data = process.env.VANG_DATA ?? join(root, ".data");
const seenFile = join(data, "advisories.json");

const found = listAdvisories();
const seen = noteSeen(found);
for (const { url, title, name, severity } of found) {
  const hours = Math.floor((Date.now() - Date.parse(seen[url])) / hourMs);
  const left = hoursToMend[severity] - hours;
  const due = left >= 0 ? `${left} h left to mend it` : `overdue by ${-left} h`;
  process.stdout.write(`${severity} in ${name}, known for ${hours} h, ${due}: ${title} ${url}\n`);
}
process.stdout.write(found.length === 0 ? "No high or critical advisory for the watched packages.\n" : "");
process.exitCode = found.length === 0 ? 0 : 1;

function listAdvisories() {
  const vulnerabilities = audit(root);
  if (!vulnerabilities || (Object.keys(vulnerabilities).length === 0 && !knowsAdvisories())) {
    process.stderr.write("The registry gave no advisories: nothing is known of what is installed.\n");
    process.exit(2);
  }
  const all = watched.flatMap((name) => vulnerabilities[name]?.via ?? []);
  // An entry that is only a name refers to another package, which is listed itself.
  const own = all.filter(({ name, severity }) => watched.includes(name) && severity in hoursToMend);
  return [...new Map(own.map((advisory) => [advisory.url, advisory])).values()];
}

/** What npm reports by package; undefined if it could not ask the registry. */
function audit(directory) {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { cwd: directory, encoding: "utf8" });
  return parse(stdout).vulnerabilities;
}

/** Whether an empty report means that there is no advisory: npm writes the same one offline and for a bare mirror. */
function knowsAdvisories() {
  const directory = mkdtempSync(join(tmpdir(), "vang-advisories-"));
  try {
    const project = { name: "known-advisory", version: "1.0.0" };
    const dependencies = { [vulnerable.name]: vulnerable.version };
    const packages = {
      "": { ...project, dependencies },
      [`node_modules/${vulnerable.name}`]: { version: vulnerable.version },
    };
    const write = (name, content) => writeFileSync(join(directory, name), JSON.stringify(content));
    // It can name the registry.
    if (existsSync(join(root, ".npmrc"))) copyFileSync(join(root, ".npmrc"), join(directory, ".npmrc"));
    write("package.json", { ...project, dependencies });
    write("package-lock.json", { ...project, lockfileVersion: 3, packages });
    return vulnerable.name in (audit(directory) ?? {});
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** When each advisory was first seen, which the registry does not report. Removes those that are fixed. */
function noteSeen(advisories) {
  const before = existsSync(seenFile) ? JSON.parse(readFileSync(seenFile, "utf8")) : {};
  const now = new Date().toISOString();
  const after = Object.fromEntries(advisories.map(({ url }) => [url, before[url] ?? now]));
  mkdirSync(data, { recursive: true });
  writeFileSync(seenFile, `${JSON.stringify(after, null, 2)}\n`);
  return after;
}
