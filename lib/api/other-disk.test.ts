// @module-tag promise
// @module-tag slow
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import type { copyFile, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { env } from "@/lib/platform/env";
import { openDiskStore } from "@/lib/platform/objects/disk";
import { objectStore } from "@/lib/platform/objects/open";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeTone } from "@/testing/fakes/sound";
import { startApi } from "@/testing/harness/api";
import { needs } from "@/testing/harness/needs";

const disks = { areApart: true, isFull: false };

const trouble = (code: string) => Object.assign(new Error(code), { code });

// As between two disks: nothing can be renamed from one directory to another, and a copy takes room there.
vi.mock("node:fs/promises", async (original) => {
  const files = await original<typeof import("node:fs/promises")>();
  const renameWithin: typeof rename = async (from, to) => {
    if (disks.areApart && existsSync(dirname(String(to))) && dirname(String(from)) !== dirname(String(to)))
      throw trouble("EXDEV");
    return files.rename(from, to);
  };
  const copy: typeof copyFile = async (from, to) => {
    if (!disks.isFull) return files.copyFile(from, to);
    writeFileSync(String(to), readFileSync(String(from)).subarray(0, 10));
    throw trouble("ENOSPC");
  };
  return { ...files, rename: renameWithin, copyFile: copy };
});

let api: Awaited<ReturnType<typeof startApi>>;
let key: string;
beforeAll(async () => {
  api = await startApi();
  key = await makeKey(await makeMember({ creditMilli: 10_000_000n }));
});
afterAll(() => api.close());
beforeEach(() => Object.assign(disks, { areApart: true, isFull: false }));

const filesIn = (place: string) =>
  readdirSync(join(env.VANG_DATA, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

async function transcribe() {
  // Long enough to be a file before it is moved.
  const wav = await encodeWav({ samples: makeTone(220, 16_000, 10), sampleRate: 16_000 });
  const body = new FormData();
  body.append("file", new Blob([wav]), "a.wav");
  return { wav, answer: await api.call("POST", "/stt", { key, body }) };
}

test("an upload is transcribed and can be downloaded again where objects are stored on another disk", async () => {
  const { wav, answer } = await transcribe();
  expect(answer.status).toBe(200);
  const { pathname, search } = new URL(answer.json.inputAudioUrl as string);
  expect((await api.get(pathname + search)).bytes).toEqual(Buffer.from(wav));
  expect(filesIn("uploads")).toEqual([]);
  expect(filesIn("objects").filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("what the other disk has no room for is rejected, and leaves no file under any name", async () => {
  disks.isFull = true;
  const path = join(env.VANG_DATA, "voice");
  writeFileSync(path, Buffer.alloc(1000, 7));
  const before = filesIn("objects");
  await expect(objectStore().moveIn(path, "wav")).rejects.toMatchObject({ code: "ENOSPC" });
  const { answer } = await transcribe();
  expect(answer.json.code).toBe("OVERLOADED");
  expect(filesIn("objects").toSorted()).toEqual(before.toSorted());
  expect(filesIn("uploads")).toEqual([]);
});

const memory = "/dev/shm";
const isAnotherDisk = existsSync(memory) && statSync(memory).dev !== statSync(tmpdir()).dev;

test.runIf(isAnotherDisk)(
  "a file is moved from a disk to memory, for its owner only, and removed from the disk",
  needs("/dev/shm on another disk than the temporary directory"),
  async () => {
    disks.areApart = false;
    const [home, root] = [mkdtempSync(join(tmpdir(), "vang-disk-")), mkdtempSync(join(memory, "vang-memory-"))];
    const path = join(home, "voice");
    writeFileSync(path, Buffer.alloc(1000, 7), { mode: 0o600 });
    const objects = join(root, "objects");
    mkdirSync(objects);
    const store = openDiskStore(objects);
    const object = await store.moveIn(path, "wav");
    const stored = await store.open(object);
    expect(stored && (await buffer(stored.read()))).toEqual(Buffer.alloc(1000, 7));
    expect(statSync(join(objects, object.slice(0, 1), object)).mode & 0o077).toBe(0);
    expect(existsSync(path)).toBe(false);
    for (const directory of [home, root]) rmSync(directory, { recursive: true });
  },
);
