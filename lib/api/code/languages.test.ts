// @module-tag slow
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { languages } from "./languages";
import type { CodeRequest } from "./request";

type Arrived = { line: string; key: string | undefined; order: unknown; type: string; body: Uint8Array<ArrayBuffer> };

/** What arrived last. */
let arrived: Arrived | undefined;
const server = createServer(async (request, response) => {
  const { "x-api-key": key, "content-type": type = "", "idempotency-key": order } = request.headers;
  const body = new Uint8Array(await buffer(request));
  arrived = { line: `${request.method} ${request.url}`, key: key as string, order, type, body };
  response.end("done");
}).listen(0, "127.0.0.1");

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "vang-code-"));
});
afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true });
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/tts`;

/** What a shell, a template and a string literal could each read differently. */
const text = `Giá $HOME \${x} \`a\` là 5'6" \\ <?php {$y} \n """ 🎧 chính xác, @tệp; %s \\u0041`;
const json = { text, voiceId: "north-linh", config: { speed: 1.25, fast: true, none: null, empty: {} } };
const file = "câu $1.wav";
const fields = { modelId: "vang-demo-stt", note: `5'6" $x @a; \\n` };

const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/** Runs a program as it is shown. */
async function run(id: string, request: CodeRequest, name: string, command: string, args: string[]) {
  await writeFile(join(directory, name), languages.find((language) => language.id === id)?.write(request) ?? "");
  const env = { ...process.env, VANG_API_KEY: "vang_live_1" };
  const { stdout } = await promisify(execFile)(command, args, { cwd: directory, env });
  const { saveAs } = request;
  expect(saveAs ? await readFile(join(directory, saveAs), "utf8") : stdout.trim()).toBe("done");
  expect(arrived?.key).toBe(request.isPublic ? undefined : "vang_live_1");
  return arrived as NonNullable<typeof arrived>;
}

async function expectExact(id: string, name: string, command: string, args: string[]): Promise<void> {
  const sent = await run(id, { url: url(), body: { json } }, name, command, args);
  expect(sent.type).toMatch(/^application\/json/);
  expect(JSON.parse(Buffer.from(sent.body).toString())).toEqual(json);

  const audio = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
  await writeFile(join(directory, file), audio);
  const { type, body } = await run(id, { url: url(), body: { file, fields } }, name, command, args);
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  const upload = form.get("file") as File;
  expect(Buffer.from(audio).equals(new Uint8Array(await upload.arrayBuffer()))).toBe(true);
  for (const [field, value] of Object.entries(fields)) expect(form.get(field)).toBe(value);

  const headers = { "Idempotency-Key": "order-1024" };
  const put = await run(id, { url: url(), method: "PUT", headers, body: { json } }, name, command, args);
  expect([put.line, put.order]).toEqual(["PUT /tts", "order-1024"]);
  const query = `${url()}?a=1&b=%C3%A2`;
  const erased = await run(id, { url: query, method: "DELETE" }, name, command, args);
  expect(erased.line).toBe("DELETE /tts?a=1&b=%C3%A2");
  const sound = await run(id, { url: query, isPublic: true, saveAs: "sound.wav" }, name, command, args);
  expect([sound.line, sound.body.length]).toEqual(["GET /tts?a=1&b=%C3%A2", 0]);
}

test.each([
  ["curl", "request.sh", "sh", ["request.sh"], has("curl", "--version")],
  ["node", "request.mjs", process.execPath, ["request.mjs"], true],
  ["python", "request.py", "python3", ["request.py"], has("python3", "-c", "import requests")],
  ["php", "request.php", "php", ["request.php"], has("php", "-v")],
])(
  "%s sends exactly the request that is shown, as JSON and as an upload",
  async (id, name, command, args, isHere) => {
    if (isHere) await expectExact(id, name, command, args);
  },
  60_000,
);

test.each([
  ["go", "request.go", "go", ["run", "request.go"], has("go", "version")],
  ["java", "Request.java", "java", ["Request.java"], has("java", "-version")],
  ["csharp", "Program.cs", "dotnet", ["run", "Program.cs"], has("dotnet", "run", "--help")],
])("so does %s", { tags: "deep", timeout: 120_000 }, async (id, name, command, args, isHere) => {
  if (isHere) await expectExact(id, name, command, args);
});
