import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { voiceEntry } from "@/testing/fakes/tiny-installed";
import { tinyVoice } from "@/testing/fakes/tiny-models";
import { findInstalled } from "./installed";
import { installVoicePackage, readVoicePackage, voicePackageName } from "./voice-package";

const name = "@someone/voice-vi";
let root: string;
let home: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "vang-package-"));
  home = join(root, "node_modules", name);
});
afterEach(() => rmSync(root, { recursive: true }));

const license = {
  spdx: "CC-BY-4.0",
  url: "https://example.com/license",
  source: "a test",
  commercial: true,
  acceptRequired: false,
};

const filesOf = (files: Record<string, Uint8Array>) =>
  Object.entries(files).map(([path, bytes]) => ({
    path,
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  }));

const model = {
  ...voiceEntry,
  release: "voice-vi 1.0.0",
  name: "A voice",
  engine: "sherpa-onnx",
  engineMin: "1.13.0",
  languageCodes: ["vi"],
  license,
  files: filesOf(tinyVoice),
};

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), content);
}

/** The package of the tiny voice, with other fields of its model or of its package.json. */
function lay(change: object = {}, description: object = {}): void {
  put("package.json", JSON.stringify({ name, version: "1.0.0", ...description }));
  put("voices.json", JSON.stringify({ schema: 1, models: [{ ...model, ...change }] }));
  for (const [path, bytes] of Object.entries(tinyVoice)) put(`models/tiny-tts/${path}`, bytes);
}

const tried: string[] = [];
const installHere = () =>
  installVoicePackage(
    name,
    { directory: join(root, "models"), report: () => undefined, tryOut: async ({ id }) => void tried.push(id) },
    root,
  );
const installed = () => findInstalled(join(root, "models"), "tiny-tts");

test("the voice of a package is installed once, and again when the package brings another one", async () => {
  lay();
  await installHere();
  await installHere();
  expect(tried.splice(0)).toEqual(["tiny-tts"]);
  expect((await installed())?.model.files.map(({ url }) => url)).toEqual([`npm:${name}`, `npm:${name}`]);

  const tokens = Buffer.from("_ 0\n");
  lay({ files: filesOf({ ...tinyVoice, "tokens.txt": tokens }) });
  put("models/tiny-tts/tokens.txt", tokens);
  await installHere();
  expect(tried.splice(0)).toEqual(["tiny-tts"]);
});

test("a voice that was installed from elsewhere stays when a package brings one with its id", async () => {
  lay();
  await installHere();
  const marker = join(root, "models/tiny-tts/.ready.json");
  const ready = { schema: 1, readyAt: "2026-11-01T00:00:00.000Z", model: (await installed())?.model };
  writeFileSync(marker, JSON.stringify(ready).replaceAll(`npm:${name}`, "https://example.com/x"));
  tried.length = 0;
  lay({ files: filesOf({ ...tinyVoice, "tokens.txt": Buffer.from("_ 0\n") }) });
  put("models/tiny-tts/tokens.txt", "_ 0\n");
  await installHere();
  expect(tried).toEqual([]);
});

const outside = [{ ...filesOf(tinyVoice)[0], path: "../../../../outside.onnx" }];

test.each([
  ["without a license", { license: undefined }, {}, "tiny-tts has to state its license"],
  ["without its training", { training: undefined }, {}, "has to say what it was trained on"],
  ["without anyone's consent", { consent: undefined }, {}, "has to show that the people whose voice it is agreed"],
  ["with a file outside of it", { files: outside }, {}, "files[0].path"],
  ["whose model is named after a path", { id: "../other" }, {}, "id"],
  ["without a hash", { files: filesOf(tinyVoice).map((file) => ({ ...file, sha256: null })) }, {}, "no sha256"],
  [
    "with a script for installations",
    {},
    { scripts: { postinstall: "touch ran" } },
    "a script that runs on installation",
  ],
])("a package %s is rejected with a sentence, and nothing is installed", async (_, change, description, sentence) => {
  lay(change, description);
  await expect(installHere()).rejects.toThrow(sentence);
  expect(existsSync(join(root, "models"))).toBe(false);
  expect(existsSync(join(home, "ran"))).toBe(false);
});

test("a file that is not what the package says is rejected: another one, a link, or one that is too long", async () => {
  lay();
  put("models/tiny-tts/tokens.txt", Buffer.alloc(tinyVoice["tokens.txt"].length));
  await expect(installHere()).rejects.toThrow("is not the file of the manifest");
  expect(await installed()).toBeNull();

  lay();
  const voice = join(home, "models/tiny-tts/voice.onnx");
  rmSync(voice);
  writeFileSync(join(root, "secret.onnx"), tinyVoice["voice.onnx"]);
  symlinkSync(join(root, "secret.onnx"), voice);
  await expect(installHere()).rejects.toThrow("is not a file of the package itself");

  lay();
  rmSync(join(home, "models/tiny-tts"), { recursive: true });
  mkdirSync(join(root, "elsewhere"));
  for (const [path, bytes] of Object.entries(tinyVoice)) writeFileSync(join(root, "elsewhere", path), bytes);
  symlinkSync(join(root, "elsewhere"), join(home, "models/tiny-tts"));
  await expect(installHere()).rejects.toThrow("is not a file of the package itself");

  rmSync(join(home, "models/tiny-tts"));
  const huge = { ...filesOf(tinyVoice)[0], size: 5e9 };
  lay({ files: [huge] });
  truncateSync(voice, 5e9);
  await expect(readVoicePackage(name, root)).rejects.toThrow("more than 4000000000 bytes");
  put("voices.json", " ".repeat(1_000_001));
  await expect(readVoicePackage(name, root)).rejects.toThrow("each below 1000000 bytes");
});

test("the package is the one that the setting names, or the voice among our optional dependencies", async () => {
  const ours = { "sherpa-onnx-node": "1.13.8", "@someone/voice-vi": "1.0.0" };
  expect(voicePackageName(undefined, {})).toBeNull();
  expect(voicePackageName("", ours)).toBe("@someone/voice-vi");
  expect(voicePackageName("off", ours)).toBeNull();
  expect(voicePackageName("another-one", ours)).toBe("another-one");
  for (const wrong of ["../../etc", "@a/../../b", "/etc", "a/b/c", "@a", "A"])
    expect(() => voicePackageName(wrong, ours), wrong).toThrow("not the name of an npm package");
  await expect(readVoicePackage("another-one", root)).rejects.toThrow("npm install another-one");
});
