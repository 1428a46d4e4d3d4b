import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

const isRoot = process.getuid?.() === 0;
const home = mkdtempSync(join(tmpdir(), "vang-confined-"));
const canary = join(home, "canary");
const upload = join(home, "upload.mp3");
const programs = join(home, "bin");
const walls = ["prlimit", "unshare", "setpriv"];

/** Skips its own options and does what follows them. */
const wall = '#!/bin/sh\nwhile case $1 in --*) true ;; *) false ;; esac; do shift; done\nexec "$@"\n';
/** A decoder that was taken over: it gives away whatever it may read. */
const thief = `#!/bin/sh\n[ "$1" = -version ] || exec /bin/cat ${canary}\n`;

const install = (name: string, script: string) => writeFileSync(join(programs, name), script, { mode: 0o755 });

beforeAll(() => {
  chmodSync(home, 0o755);
  writeFileSync(canary, "of another tenant".repeat(100), { mode: 0o600 });
  writeFileSync(upload, "ID3");
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

/** What is known of a machine is asked once: each test is a process that has just begun, with these programs. */
async function begin({ path = programs, unconfined = "on" } = {}) {
  vi.stubEnv("PATH", path);
  vi.stubEnv("VANG_DECODE_UNCONFINED", unconfined);
  vi.resetModules();
  const { log } = await import("@/lib/log");
  const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  const { reportConfinement } = await import("./ffmpeg");
  reportConfinement();
  const { decode } = await import("../decode");
  const signal = new AbortController().signal;
  return { warn, decode: () => decode({ path: upload, container: "mp3" }, { signal, maxSeconds: 60 }) };
}

const said = (missing: string[], words: string) => [[{ missing }, expect.stringContaining(words)]];

test("a machine that puts up every wall is not warned about", async () => {
  expect((await begin()).warn).not.toHaveBeenCalled();
});

test.each([
  ["prlimit", "limits"],
  ["unshare", "network"],
])("without %s the log says at start what is missing, and uploads are decoded", async (program, missing) => {
  install(program, "#!/bin/sh\nexit 1\n");
  const { warn, decode } = await begin();
  expect(warn.mock.calls).toEqual(said([missing], "decoded all the same"));
  await expect(decode()).resolves.toMatchObject({ sampleRate: 16_000 });
});

test("where the owner asks for it, nothing is decoded without every wall, and the log says so", async () => {
  await expect((await begin({ unconfined: "off" })).decode()).resolves.toBeTruthy();
  install("unshare", "#!/bin/sh\nexit 1\n");
  const { warn, decode } = await begin({ unconfined: "off" });
  expect(warn.mock.calls).toEqual(said(["network"], "no upload but plain WAV is taken"));
  await expect(decode()).rejects.toMatchObject({ code: "AUDIO_UNSUPPORTED" });
});

describe.runIf(isRoot)("started as root", () => {
  test("a decoder that was taken over reads no file of root's", async () => {
    for (const name of walls) rmSync(join(programs, name));
    const { decode } = await begin({ path: `${programs}:/usr/bin:/bin` });
    await expect(decode()).rejects.toMatchObject({ code: "AUDIO_INVALID" });
  });

  test("without setpriv the log says that it is root's", async () => {
    install("setpriv", "#!/bin/sh\nexit 1\n");
    const { warn, decode } = await begin();
    expect(warn.mock.calls).toEqual(said(["user"], "decoded all the same"));
    await expect(decode()).resolves.toBeTruthy();
  });
});
