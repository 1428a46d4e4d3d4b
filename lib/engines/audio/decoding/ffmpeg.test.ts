// @module-tag promise
import { spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { runUnprivileged } from "@/scripts/postgres-binaries.mjs";
import { needs } from "@/testing/harness/needs";

// The sandbox changes the user, and libfaketime of `npm test -- dates` then ends the program.
const isRoot = process.getuid?.() === 0 && !process.env.LD_PRELOAD;
const home = mkdtempSync(join(tmpdir(), "vang-confined-"));
const canary = join(home, "canary");
const upload = join(home, "upload.mp3");
const programs = join(home, "bin");
const walls = ["prlimit", "unshare", "setpriv"];

/** Skips its own options and runs the command that follows them. */
const wall = '#!/bin/sh\nwhile case $1 in --*) true ;; *) false ;; esac; do shift; done\nexec "$@"\n';
/** A compromised decoder: it prints a file it should not be able to read. */
const thief = `#!/bin/sh\n[ "$1" = -version ] || exec /bin/cat ${canary}\n`;

const install = (name: string, script: string) => writeFileSync(join(programs, name), script, { mode: 0o755 });

/** What a decoder prints. */
const soundOf = (text: string) =>
  encodeWav({
    samples: Float32Array.from(text.repeat(100), (letter) => letter.charCodeAt(0) / 256),
    sampleRate: 16_000,
  });

beforeAll(async () => {
  // Each test loads the module again, and each load adds an exit listener.
  process.setMaxListeners(30);
  chmodSync(home, 0o755);
  writeFileSync(canary, await soundOf("of another tenant"), { mode: 0o600 });
  writeFileSync(upload, await soundOf("an upload"));
});
beforeEach(() => {
  mkdirSync(programs);
  install("true", "#!/bin/sh\n");
  install("ffmpeg", thief);
  for (const name of walls) install(name, wall);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(programs, { recursive: true });
});
afterAll(() => rmSync(home, { recursive: true }));

/** The module examines the machine once, so each test loads it again with these programs. */
async function begin(settings: Record<string, string> = {}, path = programs) {
  vi.stubEnv("PATH", path);
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  const { log } = await import("@/lib/platform/log");
  const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  const { reportConfinement } = await import("./ffmpeg");
  reportConfinement();
  const { decode } = await import("@/lib/engines/audio/decode");
  const signal = new AbortController().signal;
  return { warn, decode: () => decode({ path: upload, container: "mp3" }, { signal, maxSeconds: 60 }) };
}

const said = (missing: string[], words: string) => [[{ missing }, expect.stringContaining(words)]];

test("a machine that supports every layer gets no warning", async () => {
  expect((await begin()).warn).not.toHaveBeenCalled();
});

test("without FFmpeg one warning at the start says which uploads are taken, and errors and pages list the same", async () => {
  rmSync(join(programs, "ffmpeg"));
  const { warn, decode } = await begin();
  expect(warn.mock.calls).toEqual([[expect.stringContaining("only WAV (PCM, G.711) is taken")]]);
  const values = { formats: "WAV (PCM, G.711)" };
  await expect(decode()).rejects.toMatchObject({ code: "AUDIO_UNSUPPORTED", details: { values } });
  const { acceptedAudio } = await import("@/lib/engines/audio/accepted");
  expect(acceptedAudio()).toEqual({ ...values, extensions: expect.stringMatching(/^\.wav/) });
});

test.each([
  ["prlimit", "limits"],
  ["unshare", "network"],
])("without %s the log says at startup what is missing, and uploads are decoded", async (program, missing) => {
  install(program, "#!/bin/sh\nexit 1\n");
  const { warn, decode } = await begin();
  expect(warn.mock.calls).toEqual(said([missing], "decoded all the same"));
  await expect(decode()).resolves.toMatchObject({ sampleRate: 16_000 });
});

test.each([
  ["VANG_DECODER_SANDBOX is required", { VANG_DECODER_SANDBOX: "required" }],
  ["VANG_URL is public", { VANG_URL: "https://vang.example.com" }],
])("where %s, nothing is decoded in an incomplete sandbox, and the log says so", async (_, settings) => {
  await expect((await begin(settings)).decode()).resolves.toBeTruthy();
  install("unshare", "#!/bin/sh\nexit 1\n");
  const { warn, decode } = await begin(settings);
  expect(warn.mock.calls).toEqual(said(["network"], "only WAV (PCM, G.711) is taken"));
  await expect(decode()).rejects.toMatchObject({ code: "AUDIO_UNSUPPORTED" });
});

test("a public installation decodes in an incomplete sandbox where its operator prefers that", async () => {
  install("unshare", "#!/bin/sh\nexit 1\n");
  const { warn, decode } = await begin({ VANG_URL: "https://vang.example.com", VANG_DECODER_SANDBOX: "preferred" });
  expect(warn.mock.calls).toEqual(said(["network"], "decoded all the same"));
  await expect(decode()).resolves.toBeTruthy();
});

describe.runIf(isRoot)("started as root", needs("root"), () => {
  const real = `${programs}:/usr/bin:/bin`;

  /** Runs `script` in place of FFmpeg, in the real sandbox. */
  async function compromised(script: string) {
    for (const name of walls) rmSync(join(programs, name));
    install("ffmpeg", `#!/bin/sh\n[ "$1" = -version ] || { ${script}; }\n`);
    const { warn, decode } = await begin({}, real);
    expect(warn).not.toHaveBeenCalled();
    return decode().then(
      ({ samples }) => samples.length,
      ({ code }) => code,
    );
  }

  test("a compromised decoder cannot read root's files", async () => {
    expect(await compromised(`cat ${canary}`)).toBe("AUDIO_INVALID");
  });

  test("a compromised decoder cannot read files of the database's user or signal its process", async () => {
    const { uid = 0, gid = 0 } = runUnprivileged;
    const file = join(home, "pg_control");
    writeFileSync(file, await soundOf("of the database"), { mode: 0o600 });
    chownSync(file, uid, gid);
    const process = spawn("/bin/sleep", ["60"], { ...runUnprivileged, cwd: "/" });
    await new Promise((spawned) => process.once("spawn", spawned));
    const ended = new Promise((done) => process.once("exit", done));

    expect(await compromised(`cat ${file}; kill -0 ${process.pid} && cat ${upload}; kill -9 ${process.pid}`)).toBe(
      "AUDIO_INVALID",
    );
    expect([process.exitCode, process.signalCode]).toEqual([null, null]);

    process.kill();
    await ended;
  });

  test("without setpriv the log says that the decoder runs as root", async () => {
    install("setpriv", "#!/bin/sh\nexit 1\n");
    const { warn, decode } = await begin();
    expect(warn.mock.calls).toEqual(said(["user"], "decoded all the same"));
    await expect(decode()).resolves.toBeTruthy();
  });
});
