// @module-tag promise
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { objectsContract } from "@/testing/contracts/objects";
import { listTraversals } from "@/testing/corpora/traversals";
import { openDiskStore } from "./disk";
import { isObjectName, newObjectName } from "./store";

const home = mkdtempSync(join(tmpdir(), "vang-objects-"));
const root = join(home, "objects", "VN");
const store = openDiskStore(root);

afterAll(() => rmSync(home, { recursive: true, force: true }));

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);

objectsContract("objects on a disk", async () => ({
  store,
  plant: async (object, path) => {
    mkdirSync(dirname(store.locate(object)), { recursive: true });
    copyFileSync(path, store.locate(object));
  },
}));

test("object names are random, and each is accepted", () => {
  const names = Array.from({ length: 1000 }, () => newObjectName("opus"));
  expect(new Set(names).size).toBe(1000);
  expect(names.every(isObjectName)).toBe(true);
});

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

test("no name reaches a file outside the store", async () => {
  writeFileSync(join(home, "secret.mp3"), "secret");
  mkdirSync(join(root, "..", "SG"), { recursive: true });
  const inside = await store.put(bytes, "mp3");
  const written = listTraversals("secret.mp3", inside);
  const names = [...written, ...written.map(unescaped), join(home, "secret.mp3"), inside.slice(0, 1)];
  for (const name of names) {
    expect(await store.open(name)).toBeNull();
    await store.delete(name);
  }
  expect(readdirSync(home)).toContain("secret.mp3");
  expect(await store.open(inside)).not.toBeNull();
});

test("only texts in the form of our names are accepted as object names", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isObjectName(text)).toBe(/^[0-9a-z]{32}\.(mp3|wav|opus)$/.test(text));
    }),
  );
});

test("files are readable by their owner only, and no temporary file remains", async () => {
  const object = await store.put(bytes, "mp3");
  const names = readdirSync(root, { recursive: true, encoding: "utf8" });
  expect(names.filter((name) => name.endsWith(".part"))).toEqual([]);
  expect(statSync(join(root, object.slice(0, 1), object)).mode & 0o077).toBe(0);
});

test("a store that cannot be written throws and leaves no partial file", async () => {
  const blocked = join(home, "blocked");
  writeFileSync(blocked, "a file where a directory should be");
  await expect(openDiskStore(join(blocked, "objects")).put(bytes, "mp3")).rejects.toThrow(/ENOTDIR|EEXIST/);
});

test("a directory is not an object", async () => {
  const object = newObjectName("mp3");
  mkdirSync(join(root, object.slice(0, 1), object), { recursive: true });
  expect(await store.open(object)).toBeNull();
});
