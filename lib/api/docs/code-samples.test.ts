// @module-tag slow
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scopes } from "@/lib/access/principals/scopes";
import type { CodeRequest } from "@/lib/api/code/request";
import { curl } from "@/lib/api/code/scripting";
import type { Declared } from "@/lib/api/openapi/declaration";
import { examples } from "@/lib/api/openapi/examples";
import { documentedOperations, type OperationName } from "@/lib/api/openapi/operations";
import { exampleCode, readReference } from "@/lib/api/openapi/reference";
import { env } from "@/lib/platform/env";
import type { Locale } from "@/lib/platform/i18n/locale";
import { makeKey, makeMember } from "@/prisma/factories";
import { serveHere } from "@/testing/harness/serve-here";
import { codeSamples, openAiSamples } from "./code-samples";
import type { Example } from "./fence";
import { docSlugs } from "./pages";
import { readDocPage } from "./read-page";

let server: Awaited<ReturnType<typeof serveHere>>;
let directory: string;
beforeAll(async () => {
  server = await serveHere();
  // In the project, so that a sample finds the libraries that it names.
  directory = await mkdtemp(resolve(".build/samples-"));
}, 120_000);
afterAll(async () => {
  await rm(directory, { recursive: true });
  await server.close();
});

/** Passes connections on to the server, all but the first one, which is lost without a response. */
async function startProxy() {
  let count = 0;
  const proxy = createServer((near) => {
    near.on("error", () => undefined);
    count += 1;
    if (count === 1) return near.once("data", () => near.destroy());
    const far = connect(Number(new URL(server.url).port), "127.0.0.1").on("error", () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { url, count: () => count, close: () => proxy.close() };
}

const sampleIn = (wanted: string, baseUrl = server.url) => {
  const example: Example = {
    baseUrl,
    request: { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" },
  };
  const samples = wanted.endsWith("(openai)") ? openAiSamples(example) : codeSamples(example);
  return samples.find(({ language }) => language === wanted.replace(" (openai)", ""))?.code ?? "";
};

/** PHP and requests for Python are not among what the tests install. */
const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/** Sends a request with curl, as it is printed, to this server. */
async function send(request: CodeRequest, VANG_API_KEY: string) {
  const command = curl({ ...request, url: request.url.replace(env.url, server.url) });
  const { stdout } = await promisify(execFile)("sh", ["-c", `${command} -sS -w '\\n%{http_code}'`], {
    cwd: directory,
    env: { ...process.env, VANG_API_KEY },
  });
  const [, body = "", status = ""] = /^(.*)\n(\d+)$/s.exec(stdout) ?? [];
  return { status: Number(status), body };
}

test("every request of the guides, sent as printed, succeeds", { timeout: 60_000 }, async () => {
  const key = await makeKey(await makeMember({ creditMilli: 1_000_000n }), scopes);
  const example = { text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" };
  const made = JSON.parse((await send({ url: `${server.url}/tts`, body: { json: example } }, key)).body);
  const wav = Buffer.from(await (await fetch(made.audioUrl)).arrayBuffer());
  await writeFile(join(directory, "xin-chao.wav"), wav);
  await expect
    .poll(() => send({ url: `${server.url}/tts/jobs?id=${made.trackingId}` }, key))
    .toMatchObject({ status: 200 });

  const guides = docSlugs.filter((slug) => !slug.startsWith("reference"));
  const pages = await Promise.all(guides.map((slug) => readDocPage(slug, "vi")));
  const blocks = pages.flatMap((markdown) => [...markdown.matchAll(/^```request\n(.*?)\n```$/gms)]);
  const requests: CodeRequest[] = blocks.map(([, json = ""]) => JSON.parse(json));
  expect(requests.length).toBeGreaterThan(7);
  // A test event needs a reader.
  const reader = new AbortController();
  await fetch(`${server.url}/webhooks/stream`, { headers: { "x-api-key": key }, signal: reader.signal });
  const upload = await fetch(`${server.url}/uploads`, {
    method: "POST",
    headers: {
      "x-api-key": key,
      "tus-resumable": "1.0.0",
      "upload-length": String(wav.length),
      "content-type": "application/offset+octet-stream",
    },
    body: wav,
  });
  const uploadId = upload.headers.get("location")?.split("/").at(-1) ?? "";
  const withIds = (text: string) => text.replace("tts_…", made.trackingId).replace("upl_…", uploadId);
  for (const request of requests) {
    const { status, body } = await send(JSON.parse(withIds(JSON.stringify(request))), key);
    expect(status, `${request.url} ${body}`).toBeLessThan(300);
  }
  reader.abort();
});

test("the example of every operation, sent as printed, is a valid request", { timeout: 60_000 }, async () => {
  const key = await makeKey(await makeMember({ creditMilli: 1_000_000n }), scopes);
  const described = readReference("en").operations;
  const names = Object.keys(documentedOperations) as OperationName[];
  await writeFile(join(directory, "hello.wav"), "RIFF");
  for (const name of names) {
    const code = exampleCode(env.url, documentedOperations[name][0] as Declared, examples[name]);
    if (code.isStream) continue;
    const { status, body } = await send({ ...code, saveAs: undefined }, key);
    if (status < 400) continue;
    const problem = JSON.parse(body);
    const declared = described.find((operation) => operation.name === name)?.errors.flatMap(({ codes }) => codes);
    expect(declared, name).toContain(problem.code ?? problem.error.code);
    expect(body, name).not.toMatch(/"(INVALID_\w+|CONTENT_TYPE_\w+|KEY_\w+|SCOPE_MISSING|METHOD_\w+)"/);
  }
});

const guideSamples = async (locale: Locale) =>
  [...(await readDocPage("moving", locale)).matchAll(/^```(js|python|sh) .*\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", code = ""]) => ({ language, code: code.replaceAll(env.url, server.url) }),
  );

test("each sample of the guide for moving to Vang, run as printed, saves the audio, and both languages have the same", async () => {
  const samples = await guideSamples("en");
  expect(samples.map(({ language }) => language)).toEqual(["js", "python", "sh", "sh", "python", "python"]);
  expect(await guideSamples("vi")).toEqual(samples);
  const commands: Record<string, [string, string]> = {
    js: [process.execPath, "moving.mjs"],
    python: ["python3", "moving.py"],
    sh: ["sh", "moving.sh"],
  };
  const VANG_API_KEY = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
  for (const { language, code } of samples) {
    const [command, name] = commands[language] as [string, string];
    await writeFile(join(directory, name), code);
    await promisify(execFile)(command, [name], { cwd: directory, env: { ...process.env, VANG_API_KEY } });
    const saved = await readFile(join(directory, "xin-chao.mp3"));
    expect(saved.subarray(0, 3).toString(), code).toBe("ID3");
    await rm(join(directory, "xin-chao.mp3"));
  }
}, 60_000);

test.each([
  ["curl", "sh", "hello.sh", has("curl", "--version")],
  ["Node.js", process.execPath, "hello.mjs", true],
  ["Python", "python3", "hello.py", has("python3", "-c", "import requests")],
  ["PHP", "php", "hello.php", has("php", "-v")],
  ["Go", "go", "hello.go", has("go", "version")],
  ["Java", "java", "Hello.java", has("java", "-version")],
  ["Node.js (openai)", process.execPath, "hello.mjs", true],
  ["Python (openai)", "python3", "hello.py", has("python3", "-c", "import openai")],
])(
  "the %s sample, run as printed, saves the audio and prints its transcript, also when its first connection is lost",
  async (language, command, name, isHere) => {
    expect(sampleIn(language)).not.toBe("");
    if (!isHere) return;
    const proxy = await startProxy();
    // curl does not send again what was lost after it was sent.
    await writeFile(join(directory, name), sampleIn(language, language === "curl" ? server.url : proxy.url));
    const VANG_API_KEY = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
    const { stdout } = await promisify(execFile)(command, command === "go" ? ["run", name] : [name], {
      cwd: directory,
      env: { ...process.env, VANG_API_KEY },
    });
    expect(stdout.trim()).toBe("xin chào việt nam");
    const saved = await readFile(join(directory, "xin-chao.wav"));
    expect(saved.subarray(0, 4).toString()).toBe("RIFF");
    await rm(join(directory, "xin-chao.wav"));
    proxy.close();
    if (language !== "curl") expect(proxy.count()).toBeGreaterThan(1);
  },
  60_000,
);
