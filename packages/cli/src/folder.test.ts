import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Folder } from "./folder";

const root = mkdtempSync(join(tmpdir(), "vang-folder-"));
const inside = join(root, "calls");
let folder: Folder;
beforeAll(async () => {
  mkdirSync(join(inside, "may"), { recursive: true });
  mkdirSync(join(root, "calls-of-others"));
  for (const file of ["calls/may/a.wav", "calls/..b.wav", "secret.wav", "calls-of-others/c.wav"])
    writeFileSync(join(root, file), file);
  symlinkSync(join(root, "secret.wav"), join(inside, "link.wav"));
  symlinkSync(root, join(inside, "out"));
  symlinkSync(join(inside, "may"), join(inside, "months"));
  symlinkSync(join(root, "new.wav"), join(inside, "dangling.wav"));
  if (process.platform !== "win32") execFileSync("mkfifo", [join(inside, "pipe.wav")]);
  folder = await Folder.open(inside);
});
afterAll(() => rmSync(root, { recursive: true }));

const outside = [
  "../secret.wav",
  "may/../../secret.wav",
  "../calls-of-others/c.wav",
  join(root, "secret.wav"),
  "link.wav",
  "out/secret.wav",
  "out/calls/../secret.wav",
  "/etc/passwd",
  "/dev/stdin",
  ".",
  "",
  "may",
  "pipe.wav",
  "none.wav",
  "a\0.wav",
];

test.each(outside)("%j is not read", async (name) => {
  await expect(folder.read(name)).rejects.toMatchObject({ code: "FILE_REJECTED" });
});

test("files inside are read, also by their whole path and behind a link that stays inside", async () => {
  for (const name of ["may/a.wav", join(inside, "may/a.wav"), "months/a.wav", "..b.wav"]) {
    const { handle, size, fileName } = await folder.read(name);
    expect([size, fileName]).toEqual([(await handle.readFile()).length, name.endsWith("b.wav") ? "..b.wav" : "a.wav"]);
    await handle.close();
  }
});

test.each([...outside.slice(0, 12), "may/a.wav", "dangling.wav", "out/new.wav", "none/new.wav", "new\0.wav"])(
  "%j is not written",
  async (name) => {
    await expect(folder.create(name)).rejects.toMatchObject({ code: "FILE_REJECTED" });
    expect(() => readFileSync(join(root, "new.wav"))).toThrow();
    expect(readFileSync(join(root, "secret.wav"), "utf8")).toBe("secret.wav");
  },
);

test("a new file is written inside, once", async () => {
  const { handle, path } = await folder.create("months/new.wav");
  await handle.writeFile("new");
  await handle.close();
  expect([path, readFileSync(join(inside, "may/new.wav"), "utf8")]).toEqual([join(inside, "may/new.wav"), "new"]);
  await expect(folder.create("may/new.wav")).rejects.toMatchObject({ code: "FILE_REJECTED" });
});
