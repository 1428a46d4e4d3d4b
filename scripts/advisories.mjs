import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";

// `npm run advisories`, once an hour or a day. Exit code 0: nothing to mend; 1: something is; 2: the registry did not say.

/** What a stranger's request reaches first. */
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

/** Within how many hours of hearing of it we install the release that mends it. */
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
  process.stdout.write(`${severity} in ${name}, heard of ${hours} h ago, ${due}: ${title} ${url}\n`);
}
process.stdout.write(found.length === 0 ? "No high or critical advisory in what is watched.\n" : "");
process.exitCode = found.length === 0 ? 0 : 1;

function listAdvisories() {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { cwd: root, encoding: "utf8" });
  const { vulnerabilities } = parse(stdout);
  if (!vulnerabilities) {
    process.stderr.write("The registry gave no advisories: nothing is known of what is installed.\n");
    process.exit(2);
  }
  const all = watched.flatMap((name) => vulnerabilities[name]?.via ?? []);
  // A name alone stands for another package, which is listed itself.
  const own = all.filter(({ name, severity }) => watched.includes(name) && severity in hoursToMend);
  return [...new Map(own.map((advisory) => [advisory.url, advisory])).values()];
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** When each was first heard of: the registry does not say how old they are. Forgets those that are mended. */
function noteSeen(advisories) {
  const before = existsSync(seenFile) ? JSON.parse(readFileSync(seenFile, "utf8")) : {};
  const now = new Date().toISOString();
  const after = Object.fromEntries(advisories.map(({ url }) => [url, before[url] ?? now]));
  mkdirSync(data, { recursive: true });
  writeFileSync(seenFile, `${JSON.stringify(after, null, 2)}\n`);
  return after;
}
