import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadManifest } from "@/lib/engines/models/manifest";
import { engineTypes } from "@/lib/engines/providers/engine-types";
import { findStrayPrices } from "./offer";
import { parseEngineFile } from "./parse";

const page = ["docs/reference/engines.md", "docs/operate/engines.md"]
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const blocks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => text ?? "");
const settings = { OPENAI_API_KEY: "x", LOCALAI_KEY: "x", VLLM_KEY: "x", FPT_AI_KEY: "x", VIENEU_API_KEY: "x" };

test("each type of engine has a part of the documentation, with an entry of its own", () => {
  expect(engineTypes.length).toBeGreaterThan(3);
  for (const { type, docs } of engineTypes) {
    expect(page).toContain(`\n## ${docs}\n`);
    expect(page).toMatch(new RegExp(`"type": "${type}"`));
  }
});

test("the complete file in the documentation is valid", () => {
  const [whole = ""] = blocks.filter((text) => text.includes('"engines"'));
  expect(parseEngineFile(whole, settings).engines).toHaveLength(2);
});

test("each engine in the documentation is valid", () => {
  const engines = blocks.filter((text) => /^\{\s+"id"/.test(text));
  expect(engines).toHaveLength(5);
  for (const engine of engines) expect(parseEngineFile(`{"engines":[${engine}]}`, settings).engines).toHaveLength(1);
});

test("each built-in engine in the documentation is valid, with prices of existing models", async () => {
  const [lines = ""] = blocks.filter((text) => text.startsWith('{ "type"'));
  const file = parseEngineFile(`{"engines":[${lines.trim().split("\n").join(",")}]}`, settings);
  expect(file.engines.map(({ type }) => type)).toEqual(["espeak", "demo", "sherpa"]);
  const { models } = await loadManifest();
  expect(findStrayPrices(file, new Set(models.map(({ id }) => id)))).toEqual([]);
  expect(findStrayPrices(file, new Set())).toEqual(["zipformer-vi"]);
});

test("each option in the documentation is valid", () => {
  const [options = ""] = blocks.filter((text) => text.startsWith('"config"'));
  const [whole = ""] = blocks.filter((text) => text.includes('"engines"'));
  const extended = whole.replace('"rename"', `${options.trim()}, "rename"`);
  const [, openai] = parseEngineFile(extended, settings).engines;
  expect(openai).toMatchObject({ models: [{ config: { seed: { max: 9999 }, denoise: { default: false } } }, {}] });
});
