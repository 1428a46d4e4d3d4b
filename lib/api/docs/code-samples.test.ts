import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey, makeMember } from "@/prisma/factories";
import { serveHere } from "@/testing/harness/serve-here";
import { codeSamples, type Example, openAiSamples } from "./code-samples";

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

const sampleIn = (wanted: string) => {
  const example: Example = {
    baseUrl: server.url,
    request: { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" },
  };
  const samples = wanted.endsWith("(openai)") ? openAiSamples(example) : codeSamples(example);
  return samples.find(({ language }) => language === wanted.replace(" (openai)", ""))?.code ?? "";
};

/** PHP and requests for Python are not among what the tests install. */
const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

test.each([
  ["Node.js", process.execPath, "hello.mjs", true],
  ["Python", "python3", "hello.py", has("python3", "-c", "import requests")],
  ["PHP", "php", "hello.php", has("php", "-v")],
  ["Go", "go", "hello.go", has("go", "version")],
  ["Java", "java", "Hello.java", has("java", "-version")],
  ["Node.js (openai)", process.execPath, "hello.mjs", true],
  ["Python (openai)", "python3", "hello.py", has("python3", "-c", "import openai")],
])(
  "the %s sample, run as printed, saves the audio and prints its transcript",
  async (language, command, name, isHere) => {
    expect(sampleIn(language)).not.toBe("");
    if (!isHere) return;
    await writeFile(join(directory, name), sampleIn(language));
    const VANG_API_KEY = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
    const { stdout } = await promisify(execFile)(command, command === "go" ? ["run", name] : [name], {
      cwd: directory,
      env: { ...process.env, VANG_API_KEY },
    });
    expect(stdout.trim()).toBe("xin chào việt nam");
    const saved = await readFile(join(directory, "xin-chao.wav"));
    expect(saved.subarray(0, 4).toString()).toBe("RIFF");
    await rm(join(directory, "xin-chao.wav"));
  },
  60_000,
);
