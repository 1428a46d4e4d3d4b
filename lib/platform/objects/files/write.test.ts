import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { moveDurably, writeDurably, writeNewDurably } from "./write";

const done = vi.hoisted((): string[] => []);
/** What is in each directory when its flush begins. */
const listed = vi.hoisted((): string[] => []);

vi.mock("node:fs", async (original) => {
  const files = await original<typeof import("node:fs")>();
  const flushing = (name: "fsync" | "fdatasync") => (file: number, called: (error: Error | null) => void) => {
    const path = files.readlinkSync(`/proc/self/fd/${file}`);
    const [flushed = ""] = basename(path).split(".");
    if (files.statSync(path).isDirectory()) listed.push(files.readdirSync(path).join(" "));
    files[name](file, (error) => {
      done.push(`flush ${flushed}`);
      called(error);
    });
  };
  const writeFile = (file: number, bytes: Uint8Array, called: (error: Error | null) => void) => {
    const flags = /flags:\s*(\d+)/.exec(files.readFileSync(`/proc/self/fdinfo/${file}`, "utf8"))?.[1] ?? "";
    const [name = ""] = basename(files.readlinkSync(`/proc/self/fd/${file}`)).split(".");
    files.writeFile(file, bytes, (error) => {
      if (Number.parseInt(flags, 8) & files.constants.O_DSYNC) done.push(`flush ${name}`);
      called(error);
    });
  };
  return { ...files, writeFile, fsync: flushing("fsync"), fdatasync: flushing("fdatasync") };
});

vi.mock("node:fs/promises", async (original) => {
  const files = await original<typeof import("node:fs/promises")>();
  const rename: typeof files.rename = async (from, to) => {
    await files.rename(from, to);
    done.push(`name ${basename(String(to))}`);
  };
  return { ...files, rename };
});

const home = mkdtempSync(join(tmpdir(), "vang-files-"));
afterAll(() => rmSync(home, { recursive: true }));

test.each([
  ["written", (path: string) => writeDurably(path, Buffer.from("a voice"))],
  [
    "moved",
    async (path: string) => {
      writeFileSync(join(home, "voice"), "a voice");
      await moveDurably(join(home, "voice"), path);
    },
  ],
] as const)(
  "a file that is %s is flushed before it is renamed, and then its new directories are flushed",
  async (how, act) => {
    done.length = 0;
    await act(join(home, how, "inner", "voice"));
    expect(done).toEqual(["flush voice", "name voice", "flush inner", `flush ${how}`, `flush ${basename(home)}`]);
    expect(readdirSync(join(home, how, "inner"))).toEqual(["voice"]);
    expect(readFileSync(join(home, how, "inner", "voice"), "utf8")).toBe("a voice");
  },
);

test("new files and their directory, once it has all of their names, are flushed at once and each once", async () => {
  const files = ["voice", "words"].map((name) => ({ path: join(home, "new", name), bytes: Buffer.from(name) }));
  await writeNewDurably(files.slice(0, 1));
  rmSync(join(home, "new", "voice"));
  [done.length, listed.length] = [0, 0];
  await writeNewDurably(files);
  expect(done.sort()).toEqual(["flush new", "flush voice", "flush words"]);
  expect(listed).toEqual(["voice words"]);
});

test("no one else on the machine can read what is written, or list its directory", async () => {
  const path = join(home, "own", "deep", "file");
  await writeDurably(path, Buffer.from("a voice"));
  const modeOf = (name: string) => (statSync(name).mode & 0o777).toString(8);
  expect([path, join(home, "own", "deep"), join(home, "own")].map(modeOf)).toEqual(["600", "700", "700"]);
});
