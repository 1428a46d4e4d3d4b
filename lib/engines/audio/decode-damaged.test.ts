// @module-tag promise
// @module-tag slow
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { isDeep, trials } from "@/testing/harness/deep";
import { outcome, read, seconds, startTones, tones } from "@/testing/harness/tones";

const { home, make } = await startTones();
beforeAll(() => {
  for (const [name, options] of tones) make(name, ...options);
});

test("a file truncated anywhere gives its remaining sound or is rejected", async () => {
  for (const name of ["tone.mp3", "tone.flac", "tone.opus", "tone.m4a", "first.m4a", "tone.aac", "tone.webm"]) {
    const bytes = readFileSync(join(home, name));
    for (const share of isDeep ? [0.01, 0.25, 0.5, 0.75, 0.99] : [0.01, 0.99]) {
      const path = join(home, "cut");
      writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * share)));
      const got = await outcome(path);
      if (typeof got === "number") expect(got).toBeLessThan(seconds + 0.2);
      else expect(["AUDIO_UNSUPPORTED", "AUDIO_INVALID", "AUDIO_EMPTY"]).toContain(got);
    }
  }
});

describe("a truncated file gives all of its remaining sound", () => {
  const noiseSeconds = isDeep ? 10 : 5;
  const noise = join(home, "noise.wav");
  const source = ["-f", "lavfi", "-i", `anoisesrc=r=22050:d=${noiseSeconds}:seed=1`, noise];
  beforeAll(() => expect(spawnSync("ffmpeg", ["-y", "-loglevel", "error", ...source]).status).toBe(0));

  test.each([
    ["noise.mp3", []],
    ["noise.flac", []],
    ["noise.opus", ["-c:a", "libopus"]],
    ["noise.ogg", ["-c:a", "libvorbis"]],
    ["noise.m4a", ["-f", "ipod", "-movflags", "faststart"]],
    ["noise.mp4", ["-movflags", "frag_keyframe+empty_moov"]],
    ["noise.aac", ["-f", "adts"]],
    ["noise.webm", ["-c:a", "libopus"]],
  ] as const)("%s", async (name, options) => {
    const bytes = readFileSync(make(name, "-i", noise, "-map", "1:a", ...options));
    for (const share of isDeep ? [0.55, 0.95] : [0.55]) {
      const path = join(home, `cut-${name}`);
      writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * share)));
      const got = await outcome(path);
      expect(got).toBeGreaterThan(noiseSeconds * share - 0.5);
      expect(got).toBeLessThan(noiseSeconds * share + 0.5);
    }
  });

  test("Opus truncated within its only audio page", async () => {
    const bytes = readFileSync(make("short.opus", "-t", "0.9", "-c:a", "libopus"));
    const path = join(home, "cut-short.opus");
    writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * 0.6)));
    expect(await outcome(path)).toBeGreaterThan(0.3);
  });
});

test("an M4A whose index was cut off at the end is rejected with a message that says so", async () => {
  const bytes = readFileSync(make("index-last.m4a", "-f", "ipod"));
  for (const share of [0.5, 0.99]) {
    const path = join(home, "cut.m4a");
    writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * share)));
    await expect(read(path, "mp4")).rejects.toMatchObject({
      code: "AUDIO_INVALID",
      details: { message: "speech.cutShort" },
    });
  }
});

/** Changes, removes or duplicates a few bytes, reproducibly for a seed. */
function mutate(bytes: Buffer, seed: number): Buffer {
  let state = seed * 2_654_435_761;
  const next = (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state % below;
  };
  const changed = Buffer.from(bytes);
  for (let count = 1 + next(8); count > 0; count--) changed[next(Math.min(changed.length, 4096))] = next(256);
  const from = next(changed.length);
  if (seed % 3 === 0) return Buffer.concat([changed.subarray(0, from), changed.subarray(from + next(64))]);
  return changed;
}

const mutants = trials(process.env.VANG_MUTATIONS, 8, 300);

test("randomly modified files are decoded or rejected, and nothing breaks", {
  timeout: mutants * 1000,
}, async () => {
  const names = [
    "tone.mp3",
    "tone.flac",
    "tone.opus",
    "tone.m4a",
    "tone.aac",
    "tone.webm",
    "tone.wav",
    "fragmented.mp4",
  ];
  const originals = names.map((name) => readFileSync(join(home, name)));
  const tally: Record<string, number> = {};
  for (let seed = 0; seed < mutants; seed += 2) {
    await Promise.all(
      [seed, seed + 1].map(async (each) => {
        const path = join(home, `mutant-${each % 2}`);
        writeFileSync(path, mutate(originals[each % originals.length] as Buffer, each));
        const got = await outcome(path);
        const kind = typeof got === "number" ? "decoded" : got;
        tally[kind] = (tally[kind] ?? 0) + 1;
      }),
    );
  }
  expect(Object.values(tally).reduce((sum, each) => sum + each, 0)).toBe(mutants);
  expect(Object.keys(tally)).toEqual(expect.arrayContaining(["decoded", "AUDIO_INVALID"]));
  for (const kind of Object.keys(tally)) {
    expect(["decoded", "AUDIO_UNSUPPORTED", "AUDIO_INVALID", "AUDIO_EMPTY", "AUDIO_TOO_LONG"]).toContain(kind);
  }
});
