// @module-tag promise
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { exampleEventOf } from "@/lib/access/events/describe";
import { eventTypes } from "@/lib/access/events/schema";
import { receiverSamples } from "./receiver-samples";

let directory: string;
let child: ChildProcess | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "vang-receivers-"));
  await symlink(resolve("node_modules"), join(directory, "node_modules"));
});
afterEach(async () => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "close");
});
afterAll(() => rm(directory, { recursive: true }));

const secret = `whsec_${randomBytes(32).toString("base64")}`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Runs a sample as it is printed, and returns what it responds to a request. */
async function start(language: string, file: string, command: string, args: (port: number) => string[]) {
  const port = await freePort();
  const sample = receiverSamples(port).find((each) => each.language === language);
  await writeFile(join(directory, file), sample?.code ?? "");
  const env = { ...process.env, VANG_WEBHOOK_SECRET: secret };
  child = spawn(command, args(port), { cwd: directory, env, stdio: "ignore" });
  const post = async (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
    (await fetch(`http://localhost:${port}/hook`, { method: "POST", headers, body })).status;
  await expect.poll(() => post({}, "{}").catch(() => 0), { timeout: 30_000 }).toBe(400);
  return post;
}

const signed = (body: string, { id = "evt_01k7tmk4a1b5c9d3f7g0h2j4ka", at = new Date(), by = secret } = {}) => ({
  "content-type": "application/json",
  "webhook-id": id,
  "webhook-timestamp": String(Math.floor(+at / 1000)),
  "webhook-signature": new Webhook(by).sign(id, at, body),
});

async function expectVerifies(post: Awaited<ReturnType<typeof start>>): Promise<void> {
  for (const type of eventTypes) {
    const body = JSON.stringify(exampleEventOf(type));
    expect(await post(signed(body), body), type).toBe(204);
  }
  const body = JSON.stringify({ ...exampleEventOf("key.revoked"), data: { name: "Tổng đài “chính” 🎧" } });
  const headers = signed(body);
  expect(await post(headers, body)).toBe(204);
  const other = signed(body, { by: `whsec_${randomBytes(32).toString("base64")}` })["webhook-signature"];
  const both = { ...headers, "webhook-signature": `${other} ${headers["webhook-signature"]}` };
  expect(await post(both, body), "two signatures").toBe(204);

  const flipped = Uint8Array.from(Buffer.from(body));
  flipped[9] = (flipped[9] ?? 0) ^ 1;
  expect(await post(headers, flipped), "flipped bit").toBe(400);
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
  const bad: Record<string, Record<string, string>> = {
    "another secret": { ...headers, "webhook-signature": other },
    "another id": { ...headers, "webhook-id": `${headers["webhook-id"]}x` },
    "another time": { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) },
    "six minutes old": signed(body, { at: ago(360) }),
    "six minutes early": signed(body, { at: ago(-360) }),
    "no time": { ...headers, "webhook-timestamp": "" },
    "not a time": { ...headers, "webhook-timestamp": "now" },
    "no signature": { ...headers, "webhook-signature": "" },
    "another version": { ...headers, "webhook-signature": headers["webhook-signature"].replace("v1,", "v0,") },
  };
  for (const [name, each] of Object.entries(bad)) expect(await post(each, body), name).toBe(400);
}

const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

test.each([
  ["Node.js", "receiver.mjs", process.execPath, () => ["receiver.mjs"], true],
  ["Python", "receiver.py", "python3", () => ["receiver.py"], has("python3", "--version")],
  ["PHP", "receiver.php", "php", (port: number) => ["-S", `localhost:${port}`, "receiver.php"], has("php", "-v")],
] as const)(
  "the %s receiver, run as printed, accepts every type of event, and no flipped bit or stale timestamp",
  async (language, file, command, args, isHere) => {
    if (isHere) await expectVerifies(await start(language, file, command, args));
  },
  40_000,
);

test.each([
  ["Go", "receiver.go", "go", () => ["run", "receiver.go"], has("go", "version")],
  ["Java", "Receiver.java", "java", () => ["Receiver.java"], has("java", "-version")],
] as const)(
  "so does the %s receiver",
  { tags: "deep", timeout: 60_000 },
  async (language, file, command, args, isHere) => {
    if (isHere) await expectVerifies(await start(language, file, command, args));
  },
);
