import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newObjectName, type ObjectStore, type StoredObject } from "@/lib/platform/objects/store";
import { listTraversals } from "@/testing/corpora/traversals";

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);

type Opened = {
  store: ObjectStore;
  /** Stores a file under a name that an old release gave. */
  plant(object: string, path: string): Promise<void>;
};

/** Tests that hold for every store of objects. */
export function objectsContract(
  name: string,
  open: () => Promise<Opened>,
  skipped?: { meta: { needs: string } },
): void {
  const home = mkdtempSync(join(tmpdir(), "vang-contract-"));
  let store: ObjectStore;
  let plant: Opened["plant"];
  /** The time of the disk's clock, which a test at another date does not change. */
  const timeOnDisk = () => {
    writeFileSync(join(home, "now"), "");
    return statSync(join(home, "now")).mtimeMs;
  };
  const read = async (object: string, range?: { start: number; end: number }) => {
    const stored = (await store.open(object)) as StoredObject;
    return new Uint8Array(await buffer(stored.read(range)));
  };

  describe.skipIf(skipped)(name, skipped ?? {}, () => {
    beforeAll(async () => {
      ({ store, plant } = await open());
    });
    afterAll(() => {
      store?.close();
      rmSync(home, { recursive: true, force: true });
    });

    test("a stored object is read back, whole or any range of it", async () => {
      const object = await store.put(bytes, "mp3");
      expect((await store.open(object))?.size).toBe(1000);
      expect(await read(object)).toEqual(bytes);
      for (const [start, end] of [
        [0, 0],
        [10, 19],
        [500, 999],
        [0, 999],
      ] as const)
        expect(await read(object, { start, end })).toEqual(bytes.subarray(start, end + 1));
    });

    test("two objects are stored at once, and none if one of them cannot be", async () => {
      const [one, other] = await store.putBoth(
        { bytes, extension: "mp3" },
        { bytes: bytes.subarray(1), extension: "json" },
      );
      expect([await read(one), await read(other)]).toEqual([bytes, bytes.subarray(1)]);
      expect([one, other]).toEqual([expect.stringMatching(/\.mp3$/), expect.stringMatching(/\.json$/)]);

      const count = async () => {
        let counted = 0;
        for await (const _ of store.list()) counted++;
        return counted;
      };
      const before = await count();
      const broken = { bytes: null as unknown as Uint8Array, extension: "json" };
      await expect(store.putBoth({ bytes, extension: "mp3" }, broken)).rejects.toThrow();
      expect(await count()).toBe(before);
    });

    test("an object is stored as of now", async () => {
      const stored = await store.open(await store.put(bytes, "mp3"));
      expect(Math.abs((stored?.storedAt.getTime() ?? 0) - timeOnDisk())).toBeLessThan(60_000);
    });

    test("an empty object is an object", async () => {
      const object = await store.put(new Uint8Array(), "json");
      expect((await store.open(object))?.size).toBe(0);
      expect(await read(object)).toEqual(new Uint8Array());
    });

    test("a long object comes piece by piece, and a reader can leave in the middle", async () => {
      const long = Buffer.alloc(2_000_000, "Vang ");
      const object = await store.put(long, "wav");
      const stored = (await store.open(object)) as StoredObject;
      let largest = 0;
      let length = 0;
      for await (const chunk of stored.read()) {
        largest = Math.max(largest, chunk.length);
        length += chunk.length;
      }
      expect(length).toBe(long.length);
      expect(largest).toBeLessThan(500_000);
      for await (const _ of stored.read()) break;
      expect(Buffer.from(await read(object)).equals(long)).toBe(true);
    });

    test("a file is moved in, and is gone from where it was", async () => {
      const path = join(home, "upload");
      writeFileSync(path, bytes);
      const object = await store.moveIn(path, "ogg");
      expect(object).toMatch(/\.ogg$/);
      expect(await read(object)).toEqual(bytes);
      expect(existsSync(path)).toBe(false);
    });

    test("a file is moved in with an object beside it, and stays where it is if that cannot be stored", async () => {
      const path = join(home, "with");
      writeFileSync(path, bytes);
      const broken = { bytes: null as unknown as Uint8Array, extension: "json" };
      await expect(store.moveInWith(path, "ogg", broken)).rejects.toThrow();
      expect(existsSync(path)).toBe(true);
      const [object, beside] = await store.moveInWith(path, "ogg", { bytes: bytes.subarray(1), extension: "json" });
      expect([await read(object), await read(beside)]).toEqual([bytes, bytes.subarray(1)]);
      expect(existsSync(path)).toBe(false);
    });

    test("a file that does not exist is not moved in", async () => {
      await expect(store.moveIn(join(home, "nothing"), "wav")).rejects.toThrow();
    });

    test("a deleted object is gone, and deleting it twice is no error", async () => {
      const object = await store.put(bytes, "wav");
      await store.delete(object);
      await store.delete(object);
      expect(await store.open(object)).toBeNull();
      expect(await store.open(newObjectName("wav"))).toBeNull();
    });

    test("every object is listed, and what is deleted is not", async () => {
      const [one, two, gone] = [
        await store.put(bytes, "a1"),
        await store.put(bytes, "b2"),
        await store.put(bytes, "c3"),
      ];
      await store.delete(gone);
      const listed = [];
      for await (const { object, storedAt = new Date(timeOnDisk()) } of store.list()) {
        listed.push(object);
        expect(Math.abs(storedAt.getTime() - timeOnDisk())).toBeLessThan(60_000);
      }
      expect(listed).toEqual(expect.arrayContaining([one, two]));
      expect(listed).not.toContain(gone);
      expect(new Set(listed).size).toBe(listed.length);
    });

    test("no name reaches anything but an object", async () => {
      const inside = await store.put(bytes, "mp3");
      for (const each of [...listTraversals("secret.mp3", inside), inside.slice(0, 1), `${inside}/`, ""]) {
        expect(await store.open(each)).toBeNull();
        await store.delete(each);
      }
      expect(await read(inside)).toEqual(bytes);
    });

    test("what an old release appended to an object is not read with it", async () => {
      const path = join(home, "appended");
      writeFileSync(path, bytes);
      const object = newObjectName("mp3").replace(".", `-${(900).toString(36)}.`);
      await plant(object, path);
      const stored = (await store.open(object)) as StoredObject;
      expect(stored.size).toBe(900);
      expect(await read(object)).toEqual(bytes.subarray(0, 900));
      expect(new Uint8Array(await stored.readAppended())).toEqual(bytes.subarray(900));
    });

    test("many are stored and read at once, each with its own bytes", async () => {
      const all = await Promise.all(
        Array.from({ length: 30 }, async (_, index) => {
          const object = await store.put(Buffer.alloc(5000, index + 1), "mp3");
          return { object, index };
        }),
      );
      const wholes = await Promise.all(all.map(async ({ object }) => Buffer.from(await read(object))));
      for (const [index, whole] of wholes.entries()) expect(whole.equals(Buffer.alloc(5000, index + 1))).toBe(true);
    });
  });
}
