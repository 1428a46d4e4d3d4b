// @module-tag promise
// @module-tag slow
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { hours } from "@/lib/platform/clock";

const data = mkdtempSync(join(tmpdir(), "vang-advisories-"));
let registry: Server | undefined;

afterEach(() => {
  registry?.close();
  rmSync(data, { recursive: true, force: true });
});

/** A registry for npm's own client, with only these advisories. */
async function openRegistry(
  advisories: Record<string, object[]> | null,
): Promise<{ url: string; requested: string[] }> {
  const requested: string[] = [];
  registry = createServer(async (request, response) => {
    if (request.method !== "POST") return response.writeHead(404).end("{}");
    const body = await buffer(request);
    const text = request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
    requested.push(...Object.keys(JSON.parse(text.toString())));
    response.writeHead(advisories ? 200 : 503, { "content-type": "application/json" }).end(JSON.stringify(advisories));
  });
  await new Promise<void>((listening) => registry?.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`, requested };
}

function run(url: string, settings: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const env = {
    ...process.env,
    VANG_DATA: data,
    npm_config_registry: url,
    npm_config_fetch_retries: "0",
    npm_config_cache: join(data, "npm"),
    ...settings,
  };
  return new Promise((done) => {
    execFile(process.execPath, ["scripts/advisories.mjs"], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

const advisory = (severity: string, id = 1) => ({
  id,
  url: `https://github.com/advisories/GHSA-${id}`,
  title: "Requests are mixed up",
  severity,
  vulnerable_versions: "<99",
  cwe: [],
  cvss: { score: 0, vectorString: null },
});

test("a critical or high advisory of a watched package fails the job, with its age; anything less does not", async () => {
  const { url, requested } = await openRegistry({
    undici: [advisory("critical")],
    nodemailer: [advisory("moderate", 2)],
  });
  const { code, output } = await run(url);
  expect(requested).toContain("undici");
  expect(output).toContain("critical in undici, known for 0 h, 24 h left to mend it: Requests are mixed up https");
  expect(output).not.toContain("nodemailer");
  expect(code).toBe(1);
});

test("every package that processes requests before authentication is watched", async () => {
  const named = ["hono", "@hono/node-server", "@fastify/busboy", "sharp", "pg", "@simplewebauthn/server"];
  const { url } = await openRegistry(
    Object.fromEntries(named.map((name, index) => [name, [advisory("high", index + 1)]])),
  );
  const { code, output } = await run(url);
  expect(named.filter((name) => !output.includes(`high in ${name},`))).toEqual([]);
  expect(code).toBe(1);
});

test("an advisory past its deadline is overdue, and a fixed one is removed", async () => {
  const since = new Date(Date.now() - hours(80) - 1000).toISOString();
  const { url } = await openRegistry({ next: [advisory("high")] });
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, "advisories.json"), JSON.stringify({ "https://github.com/advisories/GHSA-1": since }));
  expect(await run(url)).toMatchObject({ code: 1, output: expect.stringContaining("80 h, overdue by 8 h") });

  registry?.close();
  const repaired = await openRegistry({ minimist: [advisory("critical", 2)] });
  expect(await run(repaired.url)).toEqual({
    code: 0,
    output: "No high or critical advisory for the watched packages.\n",
  });
  expect(readFileSync(join(data, "advisories.json"), "utf8")).toBe("{}\n");
});

test("a registry that does not respond is not a success", async () => {
  const { url } = await openRegistry(null);
  expect(await run(url)).toMatchObject({ code: 2, output: expect.stringContaining("nothing is known") });
});

test("a registry that knows no advisories is not a success, and neither is npm offline; what was seen is kept", async () => {
  const seen = JSON.stringify({ "https://github.com/advisories/GHSA-1": "2026-01-01T00:00:00.000Z" });
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, "advisories.json"), seen);
  const without = await openRegistry({});
  expect(await run(without.url)).toMatchObject({ code: 2, output: expect.stringContaining("nothing is known") });

  registry?.close();
  const { url } = await openRegistry({ next: [advisory("critical")], minimist: [advisory("critical", 2)] });
  expect(await run(url, { npm_config_offline: "true" })).toMatchObject({ code: 2 });
  expect(readFileSync(join(data, "advisories.json"), "utf8")).toBe(seen);
});
