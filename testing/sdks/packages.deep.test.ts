// @module-tag promise
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { chromium } from "playwright";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { scopes } from "@/lib/access/principals/scopes";
import { sign } from "@/lib/webhooks/deliver/sign";
import { findSystemBrowser } from "@/scripts/browser.mjs";
import { freePort } from "@/scripts/database.mjs";
import { buildSdks } from "@/scripts/sdks.mjs";
import { installClients } from "@/testing/harness/installed-clients";
import { needs } from "@/testing/harness/needs";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";

/** The programs of a README, by the file that their first line names. */
function programsOf(readme: string): Record<string, string> {
  const text = readFileSync(join("packages/sdk-typescript", readme), "utf8");
  const blocks = [...text.matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```/gms)];
  return Object.fromEntries(blocks.map(([, name = "", code = ""]) => [name, code]));
}

const programs = programsOf("README.md");

let vang: Awaited<ReturnType<typeof serveHere>>;
let installed: Awaited<ReturnType<typeof installClients>>;
let env: Record<string, string>;
let apiKey: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  await buildSdks();
  vang = await serveHere();
  installed = await installClients([`${vang.url}/sdk/vang-sdk.tgz`]);
  apiKey = (await makePartner({ scopes: [...scopes] })).key;
  env = { VANG_API_KEY: apiKey, VANG_BASE_URL: vang.url };
});
afterAll(async () => {
  for (const child of children) child.kill();
  await installed.remove();
  await vang.close();
});

const run = (name: string) => installed.runAsPrinted({ language: "Node.js", code: programs[name] ?? "" }, env);

/** Starts a program that listens on `port` there, on a free port. */
async function start(name: string, port: number, more: Record<string, string> = {}): Promise<string> {
  const own = await freePort();
  const path = join(installed.directory, name);
  await writeFile(path, programs[name]?.replace(String(port), String(own)) ?? "");
  const options = { cwd: installed.directory, env: { ...process.env, ...env, ...more }, stdio: "ignore" } as const;
  children.push(spawn(process.execPath, [path], options));
  const url = `http://127.0.0.1:${own}`;
  await vi.waitUntil(
    () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    { timeout: 20_000 },
  );
  return url;
}

test("the programs of the README run as printed with the package that the server serves", async () => {
  expect(await run("hello.mjs")).toBe("xin chào việt nam");
  expect((await run("stream.mjs")).toLowerCase()).toMatch(/^tiếng nói/);
  expect(await run("errors.mjs")).toMatch(/^400 VOICE_UNKNOWN voiceId .+ req_\w+$/);
  expect((await run("long.mjs")).toLowerCase()).toMatch(/^succeeded xin chào việt nam/);
  await vi.waitUntil(async () => /^(tts tts|stt stt)_\w+$/.test(await run("history.mjs")), { timeout: 20_000 });
});

test("both READMEs have the same programs", () => {
  expect(programsOf("README.vi.md")).toEqual(programs);
});

test("the README's receiver accepts a signed webhook and rejects a forged one", async () => {
  const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
  const url = await start("webhooks.mjs", 4000, { VANG_WEBHOOK_SECRET: secret });
  const body = JSON.stringify({ id: "evt_1", type: "tts.completed", data: {} });
  const timestamp = Math.floor(Date.now() / 1000);
  const post = (signed: string) =>
    fetch(url, {
      method: "POST",
      body,
      headers: {
        "webhook-id": "evt_1",
        "webhook-timestamp": String(timestamp),
        "webhook-signature": sign([secret], { id: "evt_1", timestamp, body: signed }),
      },
    });
  expect((await post(body)).status).toBe(204);
  expect((await post(`${body} `)).status).toBe(400);
});

test("the types are those of the API", async () => {
  await writeFile(
    join(installed.directory, "program.ts"),
    `import { type Job, Vang, type WebhookEvent, verifyWebhook } from "@vang/sdk";
const vang = new Vang();
const { webhooks } = await vang.request("GET", "/webhooks");
await vang.request("GET", "/webhooks/{id}", { params: { id: webhooks[0]!.id } });
const job: Job = await vang.jobs.create({ kind: "tts", text: "a" }, { signal: AbortSignal.timeout(1000) });
const event: WebhookEvent = await verifyWebhook("", {}, "whsec_");
if (event.type === "tts.completed") event.data satisfies object;
const subtitles: string = (await vang.stt(new Uint8Array(1), { responseFormat: "srt" })).text;
const other: unknown = await vang.request("GET", "/new/path");
// @ts-expect-error A wrong field.
await vang.tts({ text: "a", voice: "b" });
export { job, other, subtitles };
`,
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2022",
    module: "nodenext",
    types: [],
    lib: ["es2023", "dom"],
  };
  await writeFile(
    join(installed.directory, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["program.ts"] }),
  );
  const compiler = join(process.cwd(), "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", installed.directory], { encoding: "utf8" });
  expect(stdout).toBe("");
});

test("the server lists what it serves, and each file is what it says", async () => {
  const list = async () => (await (await fetch(`${vang.url}/sdk`)).json()) as { files: Listed[] };
  type Listed = { name: string; url: string; sizeBytes: number; sha256: string };
  const { files } = await list();
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(["TypeScript", "JavaScript"]));
  for (const { url, sizeBytes, sha256 } of files) {
    const own = vang.url + new URL(url).pathname;
    const response = await fetch(own);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, bytes.length], url).toEqual([200, sizeBytes]);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    const etag = response.headers.get("etag") ?? "";
    expect((await fetch(own, { headers: { "if-none-match": etag } })).status).toBe(304);
  }
  for (const path of ["/sdk/index.json", "/sdk/..%2f..%2fpackage.json", "/sdk/vang-sdk.tgz/x", "/sdk/constructor"])
    expect((await fetch(vang.url + path)).status, path).toBe(404);
});

const browserPath = findSystemBrowser();

test("in Chromium a page of another site transcribes live with a token, and cannot use a key", {
  skip: !browserPath,
  ...needs("Chromium"),
}, async () => {
  const tokens = await start("token.mjs", 4001);
  const token = await (await fetch(tokens)).text();
  const client = { headers: { "x-api-key": apiKey, "content-type": "application/json" }, method: "POST" };
  const speech = { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak" };
  const body = JSON.stringify({ ...speech, audioFormat: "pcm", sampleRate: 16_000 });
  const pcm = Buffer.from(await (await fetch(`${vang.url}/tts/stream`, { ...client, body })).arrayBuffer());

  await writeFile(join(installed.directory, "page.js"), programs["page.js"] ?? "");
  const contents =
    'import { transcribe } from "./page.js"; import { Vang } from "@vang/sdk"; Object.assign(globalThis, { transcribe, Vang });';
  const stdin = { contents, resolveDir: installed.directory };
  const { outputFiles } = await build({ stdin, bundle: true, format: "esm", platform: "browser", write: false });
  const page = `<!doctype html><script type="module">${outputFiles[0]?.text}</script>`;
  const site = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page),
  );
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  const browser = await chromium.launch({ executablePath: browserPath });
  try {
    const other = await browser.newPage();
    await other.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    const given = { baseUrl: vang.url, apiKey, token, speech, sound: pcm.toString("base64") };
    type Given = typeof given;
    // biome-ignore lint/suspicious/noExplicitAny: what the page has made global
    type Page = any;
    const outcome = await other.evaluate(async ({ baseUrl, apiKey, token, speech, sound }: Given) => {
      const { transcribe, Vang } = globalThis as Page;
      const shown: string[] = [];
      const session = transcribe(baseUrl, token, (text: string) => shown.push(text));
      session.send(Uint8Array.from(atob(sound), (character) => character.charCodeAt(0)));
      session.finish();
      const { transcript } = await session.done;
      const again = transcribe(baseUrl, token, () => undefined);
      const [reused, withKey] = await Promise.all([
        again.done.catch((error: { code?: string; name: string }) => error.code ?? error.name),
        new Vang({ baseUrl, apiKey, maxRetries: 0 }).tts(speech).catch((error: Error) => error.name),
      ]);
      return { shown, transcript, reused, withKey };
    }, given);
    expect(outcome).toEqual({
      shown: ["xin chào việt nam"],
      transcript: "xin chào việt nam",
      reused: "KEY_INVALID",
      withKey: "VangConnectionError",
    });

    // A page of the installation itself, such as the console's playground, may send a key.
    const own = await browser.newPage();
    const origin = new URL(
      ((await (await fetch(`${vang.url}/sdk`)).json()) as { files: { url: string }[] }).files[0]?.url ?? "",
    ).origin;
    await own.route(`${origin}/own`, (route) => route.fulfill({ contentType: "text/html", body: page }));
    await own.goto(`${origin}/own`);
    const spoken = await own.evaluate(
      async ({ apiKey, speech }: { apiKey: string; speech: object }) => {
        const client = new (globalThis as Page).Vang({ baseUrl: location.origin, apiKey });
        const { trackingId, audioUrl, meta } = await client.tts(speech, { metadata: { page: "của tôi" } });
        let bytes = 0;
        const { audio } = await client.download(audioUrl);
        const reader = audio.getReader();
        for (let read = await reader.read(); !read.done; read = await reader.read()) bytes += read.value.length;
        return { trackingId, requestId: meta.requestId, chargeVnd: meta.chargeVnd, bytes };
      },
      { apiKey, speech },
    );
    expect(spoken).toMatchObject({ requestId: expect.stringMatching(/^req_/), chargeVnd: 5.1 });
    expect(spoken.bytes).toBeGreaterThan(1000);
  } finally {
    await browser.close();
    await new Promise((closed) => site.close(closed));
  }
});
