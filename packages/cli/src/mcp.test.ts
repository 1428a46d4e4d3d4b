// @module-tag promise
// @module-tag slow
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Scope } from "@/lib/access/principals/scopes";
import { tools } from "@/lib/api/mcp/server";
import { encodeWav } from "@/lib/engines/audio/wav";
import { db } from "@/lib/platform/db";
import { makeTone } from "@/testing/fakes/sound";
import { startApi } from "@/testing/harness/api";
import { startCli } from "@/testing/harness/cli";
import { makePartner } from "@/testing/harness/partner";

let api: Awaited<ReturnType<typeof startApi>>;
let cli: Awaited<ReturnType<typeof startCli>>;
beforeAll(async () => {
  api = await startApi();
  cli = await startCli(api.url);
});
afterAll(async () => {
  cli.close();
  await api.close();
});

const all: Scope[] = ["tts:execute", "stt:execute", "balance:read", "pronunciations:manage"];

/** An assistant that starts `vang mcp` for a folder. */
async function connect(key: string, directory: string) {
  mkdirSync(directory, { recursive: true });
  const client = new Client({ name: "a test", version: "1" });
  const env = { PATH: process.env.PATH ?? "", VANG_API_KEY: key, VANG_BASE_URL: api.url };
  const args = [cli.program, "mcp", "--directory", directory];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  return {
    client,
    async call(name: string, sent: Record<string, unknown> = {}) {
      const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: sent });
      const [first] = content;
      // biome-ignore lint/suspicious/noExplicitAny: the fields of each tool
      return { isError, text: first?.type === "text" ? first.text : "", fields: structuredContent as any };
    },
  };
}

test("an assistant speaks into a file of its folder and transcribes it, with the charges of the API", async () => {
  const { key, businessId } = await makePartner({ scopes: all });
  const directory = join(cli.folder, "recordings");
  const { client, call } = await connect(key, directory);
  const listed = (await client.listTools()).tools;
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  expect(JSON.stringify(listed)).not.toMatch(/"(anyOf|oneOf|allOf)"|"null"/);

  const wanted = { text: "Xin chào Việt Nam", voiceId: "north-linh", audioFormat: "wav", saveAs: "hello.wav" };
  const spoken = await call("text_to_speech", wanted);
  expect(spoken.fields).toMatchObject({ file: join(directory, "hello.wav"), chargeVnd: 5.1 });
  expect(readFileSync(join(directory, "hello.wav")).length).toBe(spoken.fields.fileSizeBytes);
  const again = await call("text_to_speech", wanted);
  expect([again.isError, again.text]).toEqual([true, expect.stringContaining("FILE_REJECTED")]);

  const transcribed = await call("speech_to_text", { path: "hello.wav" });
  expect(transcribed.fields).toMatchObject({ transcript: "xin chào việt nam", status: "succeeded" });
  const long = await call("speech_to_text", { path: "hello.wav", isLong: true });
  await expect
    .poll(async () => (await call("get_job", { id: long.fields.jobId })).fields, { timeout: 30_000, interval: 500 })
    .toMatchObject({ status: "succeeded", transcript: "xin chào việt nam" });

  writeFileSync(
    join(cli.folder, "secret.wav"),
    await encodeWav({ samples: makeTone(220, 16_000, 1), sampleRate: 16_000 }),
  );
  for (const path of ["../secret.wav", join(cli.folder, "secret.wav"), "/etc/passwd"]) {
    const { isError, text } = await call("speech_to_text", { path });
    expect([isError, text]).toEqual([true, expect.stringContaining("FILE_REJECTED")]);
  }
  expect((await call("speech_to_text", {})).isError).toBe(true);
  await client.close();
  await expect.poll(() => db.job.count({ where: { businessId } }), { timeout: 20_000 }).toBe(3);
});

test("a key that does not work ends the program with its exit code, and says why on stderr", async () => {
  const { code, stderr, stdout } = await cli.run(["mcp"], { key: "vang_live_wrong" });
  expect([code, stdout, stderr]).toEqual([3, "", expect.stringContaining("KEY_INVALID")]);
});
