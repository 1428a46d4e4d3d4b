// @module-tag slow
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { warmPool } from "@/lib/engines/pool";
import { db } from "@/lib/platform/db";
import { startCli } from "@/testing/harness/cli";
import { pcmOf, sayNorthern, silence } from "@/testing/harness/live";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";

let server: Awaited<ReturnType<typeof serveHere>>;
let cli: Awaited<ReturnType<typeof startCli>>;
let key: string;
let sound: Buffer;
beforeAll(async () => {
  server = await serveHere();
  cli = await startCli(server.url);
  await warmPool();
  ({ key } = await makePartner({ creditMilli: 1_000_000_000n }));
  sound = pcmOf(silence(0.3), await sayNorthern("xin chào các bạn"), silence(0.6));
}, 120_000);
afterAll(async () => {
  await server?.close();
  cli?.close();
});

/** A program of this name that comes before all others. */
function install(name: string, script: string): Record<string, string> {
  const folder = join(cli.folder, `bin-${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return { PATH: `${folder}:${process.env.PATH}` };
}

const inFolder = (name: string) => join(cli.folder, name);

test("the examples of both READMEs work as printed", async () => {
  const env = {
    VANG_API_KEY: key,
    VANG_BASE_URL: server.url,
    ...install("vang", `exec "${process.execPath}" "${cli.program}" "$@"`),
  };
  for (const name of ["README.md", "README.vi.md"]) {
    const [, , example = ""] = readFileSync(`packages/cli/${name}`, "utf8").split("```sh\n");
    const child = spawn("sh", ["-ec", example.split("```")[0] ?? ""], {
      cwd: cli.folder,
      env: { ...process.env, ...env },
    });
    let printed = "";
    child.stdout.on("data", (chunk) => (printed += chunk));
    expect(await once(child, "close")).toEqual([0, null]);
    expect(printed).toBe(
      "xin chào các bạn\nTăng ba phẩy năm phần trăm so với ngày một tháng hai năm hai nghìn không trăm hai mươi sáu\n",
    );
    expect(readFileSync(inFolder("hello.srt"), "utf8")).toMatch(/^1\n00:00:00,\d+ --> /);
  }
}, 120_000);

test("a long text and a recording become jobs, an interrupted one continues, and a canceled one ends", async () => {
  const text = "Xin chào các bạn. ".repeat(300);
  writeFileSync(inFolder("long.txt"), text);
  const said = await cli.run(["say", "long.txt", "--voice", "north-linh", "-o", "long.mp3", "--json"], { key });
  expect([said.code, said.stderr]).toEqual([0, ""]);
  expect(JSON.parse(said.stdout)).toMatchObject({ trackingId: expect.stringMatching(/^tts_/), output: "long.mp3" });

  const running = cli.start(["transcribe", "long.mp3", "--job"], { key });
  const begun = () => db.longJob.findFirst({ where: { service: "stt" }, orderBy: { createdAt: "desc" } });
  await expect.poll(begun, { timeout: 60_000 }).not.toBe(null);
  running.child.kill("SIGINT");
  const interrupted = await running.ended;
  expect([interrupted.code, interrupted.stdout]).toEqual([130, ""]);
  const [, id = ""] = /vang jobs wait (stt_\w+)/.exec(interrupted.stderr) ?? [];
  const waited = await cli.run(["jobs", "wait", id, "--format", "json"], { key });
  expect([waited.code, JSON.parse(waited.stdout).transcript]).toEqual([0, expect.stringContaining("xin chào các bạn")]);
  expect((await cli.run(["jobs", "cancel", id], { key })).stdout).toContain("finished");
  const listed = (await cli.run(["jobs", "--status", "succeeded"], { key })).stdout.split("\n");
  expect(listed.filter((line) => line.includes("\tfinished\t100 %\t"))).toHaveLength(2);
}, 240_000);

test("speech goes to a player while it is made, and an interrupted file leaves nothing", async () => {
  const env = install("ffplay", `cat > "${inFolder("played")}"`);
  const played = await cli.run(["say", "xin chào", "--play", "-o", "kept.mp3"], { key, env });
  expect([played.code, played.stdout]).toEqual([0, ""]);
  expect(readFileSync(inFolder("played")).equals(readFileSync(inFolder("kept.mp3")))).toBe(true);
  const broken = await cli.run(["say", "xin chào", "--play"], {
    key,
    env: install("ffplay", "cat > /dev/null; exit 3"),
  });
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining("ffplay ended with 3")]);

  const text = "Xin chào các bạn. ".repeat(270);
  const running = cli.start(["say", "-", "-o", "cut.wav"], { key, stdin: text });
  await expect
    .poll(() => readdirSync(cli.folder).some((name) => name.startsWith("cut.wav.")), { timeout: 60_000 })
    .toBe(true);
  running.child.kill("SIGINT");
  expect(await running.ended).toMatchObject({ code: 130, stdout: "" });
  expect(readdirSync(cli.folder).filter((name) => name.startsWith("cut.wav"))).toEqual([]);
}, 120_000);

test("a reader that closes the pipe ends the program without a word", async () => {
  const { child, ended } = cli.start(["say", "-", "-o", "-"], { key, stdin: "Xin chào các bạn. ".repeat(270) });
  child.stdout?.once("data", () => child.stdout?.destroy());
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
}, 60_000);

test("live prints utterances of a file, of stdin and of the microphone, whose recording Ctrl-C ends", async () => {
  writeFileSync(
    inFolder("live.wav"),
    await encodeWav({
      samples: new Float32Array(sound.length / 2).map((_, at) => sound.readInt16LE(2 * at) / 32_768),
      sampleRate: 16_000,
    }),
  );
  const runs = [
    cli.run(["live", "live.wav"], { key }),
    cli.run(["live", "-"], { key, stdin: sound }),
    cli.run(["live", "live.wav", "--json"], { key }),
  ];
  const [file, piped, lines] = await Promise.all(runs);
  expect(file).toMatchObject({
    code: 0,
    stdout: "xin chào các bạn\n",
    stderr: expect.stringMatching(/^2 s, 20 ₫, stt_\w+\n$/),
  });
  expect(piped).toMatchObject({ code: 0, stdout: "xin chào các bạn\n" });
  const types = lines?.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).type);
  expect([types?.[0], types?.at(-1)]).toEqual(["ready", "done"]);

  writeFileSync(inFolder("spoken.raw"), sound);
  // Goes on listening after the words, as a microphone does, and no faster: what is sent before Ctrl-C is transcribed.
  const env = install(
    "arecord",
    `cat "${inFolder("spoken.raw")}"; while :; do head -c 3200 /dev/zero; sleep 0.1; done`,
  );
  const spoken = cli.start(["live"], { key, env });
  await expect.poll(() => spoken.output(), { timeout: 60_000 }).toContain("xin chào các bạn");
  spoken.child.kill("SIGINT");
  expect(await spoken.ended).toMatchObject({ code: 0, stderr: expect.stringContaining("Listening") });

  const { key: narrow } = await makePartner({ scopes: ["tts:execute"] });
  const denied = await cli.run(["live", "live.wav"], { key: narrow });
  expect([denied.code, denied.stderr]).toEqual([3, expect.stringContaining("SCOPE_MISSING")]);
}, 120_000);
