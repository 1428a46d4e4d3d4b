// @module-tag promise
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettingFile, readSettingFiles, secretSettings } from "./setting-files.mjs";

const directory = mkdtempSync(join(tmpdir(), "vang-setting-files-"));

function fileWith(text: string): string {
  const file = join(directory, `secret-${text.length}`);
  writeFileSync(file, text);
  return file;
}

const settingsOf = (values: Record<string, string>) =>
  ({ VANG_DATA: directory, ...values }) as unknown as NodeJS.ProcessEnv;

test.each(secretSettings)("%s can be given as a file", (name) => {
  const settings = settingsOf({ [`${name}_FILE`]: fileWith("one two\n") });
  readSettingFiles(settings);
  expect(settings).toEqual(settingsOf({ [name]: "one two" }));
});

test.each([
  ["a newline", "secret\n", "secret"],
  ["a newline of Windows", "secret\r\n", "secret"],
  ["one of two newlines", "secret\n\n", "secret\n"],
  ["nothing", " secret ", " secret "],
])("of a file's end %s is cut off", (_, text, value) => {
  const settings = settingsOf({ REDIS_URL_FILE: fileWith(text) });
  readSettingFile(settings, "REDIS_URL");
  expect(settings.REDIS_URL).toBe(value);
});

test("the keys that the engines' file names can be files too, other variables cannot", () => {
  const data = join(directory, "data");
  mkdirSync(data);
  writeFileSync(join(data, "engines.json"), '{ "upstreams": [{ "apiKeyEnv": "MY_ENGINE_KEY" }] }');
  const [file, settings] = [fileWith("abc\n"), settingsOf({ VANG_DATA: data })];
  Object.assign(settings, { MY_ENGINE_KEY_FILE: file, AWS_WEB_IDENTITY_TOKEN_FILE: file });
  readSettingFiles(settings);
  expect(settings).toEqual({ VANG_DATA: data, MY_ENGINE_KEY: "abc", AWS_WEB_IDENTITY_TOKEN_FILE: file });
});

test.each([
  [
    "is missing",
    { NEXTAUTH_SECRET_FILE: "/nowhere/secret" },
    "NEXTAUTH_SECRET_FILE is /nowhere/secret, which cannot be read: ENOENT.",
  ],
  ["is empty", { VANG_PEPPERS_FILE: "/dev/null" }, "VANG_PEPPERS_FILE is /dev/null, which is empty."],
  [
    "is set beside the setting",
    { REDIS_URL: "", REDIS_URL_FILE: "/dev/null" },
    "REDIS_URL and REDIS_URL_FILE are both set",
  ],
])("a start with a file that %s ends with a sentence that says so", (_, settings, words) => {
  const env = { PATH: process.env.PATH, VANG_DATA: directory, ...settings } as unknown as NodeJS.ProcessEnv;
  for (const program of [["scripts/start.mjs"], ["scripts/operator.mjs", "books"]]) {
    const run = spawnSync(process.execPath, program, { env, encoding: "utf8" });
    expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining(words) });
  }
});

test("docs/reference/settings.md lists them", () => {
  const [, list = ""] =
    /^## Secrets in files$(.*?)^## /ms.exec(readFileSync("docs/reference/settings.md", "utf8")) ?? [];
  const names = [...list.matchAll(/`(\w+_(?!FILE)\w+)`/g)].map(([, name = ""]) => name);
  const listed = new Set(names.filter((name) => !name.endsWith("_FILE")));
  expect([...listed].sort()).toEqual([...secretSettings].sort());
});
