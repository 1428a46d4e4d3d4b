import { expect, test } from "vitest";
import { EngineFileError } from "./fields";
import { parseEngineFile } from "./parse";

const prices = [{ priceVnd: 500, from: "2026-01-01T00:00:00+07:00" }];
const model = { kind: "stt", modelId: "listener", upstreamModel: "whisper-1", name: "Listener", prices };
const engine = { id: "remote", type: "openai", upstreams: [{ baseUrl: "https://a.example/v1" }], models: [model] };

/** The file with one engine that differs in one field. */
const fileWith = (change: object, of: object = engine) => JSON.stringify({ engines: [{ ...of, ...change }] });

const complaint = (text: string, settings = {}) => {
  try {
    parseEngineFile(text, settings);
    return null;
  } catch (error) {
    return error instanceof EngineFileError ? error.message : error;
  }
};

test("missing fields get their defaults", () => {
  const [remote, espeak] = parseEngineFile(JSON.stringify({ engines: [engine, { type: "espeak" }] })).engines;
  expect(remote).toMatchObject({
    upstreams: [{ weight: 1, concurrency: 16 }],
    models: [{ languageCodes: ["vi"], config: {}, rename: {} }],
    timeouts: { connectMs: 1000, firstByteMs: 10_000, betweenBytesMs: 10_000 },
  });
  expect(espeak).toMatchObject({ enabled: true });
  expect(parseEngineFile("{}").engines).toEqual([]);
});

test("a key is read from the named environment variable, and a missing variable is reported", () => {
  const text = fileWith({ upstreams: [{ baseUrl: "https://a.example/v1", apiKeyEnv: "A_KEY" }] });
  expect(parseEngineFile(text, { A_KEY: "secret" }).engines[0]).toMatchObject({
    upstreams: [{ apiKey: "secret" }],
  });
  expect(complaint(text)).toBe("engines[0].upstreams[0].apiKeyEnv: A_KEY is not set");
});

const speaking = { ...model, kind: "tts", voices: "discover" };
const withModel = (change: object) => fileWith({ models: [{ ...speaking, ...change }] });

test.each([
  ["engines[0].type", fileWith({ type: "mystery" })],
  ["engines[0].upstreams", fileWith({ upstreams: [] })],
  ["engines[0].upstreams[0].baseUrl", fileWith({ upstreams: [{ baseUrl: "ftp://a.example" }] })],
  ["engines[0].upstreams[0].baseUrl", fileWith({ upstreams: [{ baseUrl: "https://user:pass@a.example/v1" }] })],
  ["engines[0].upstreams[0]", fileWith({ upstreams: [{ baseUrl: "https://a.example", apiKey: "x", apiKeyEnv: "Y" }] })],
  ["engines[0].models[0].modelId", withModel({ modelId: "Đọc" })],
  ["engines[0].models[0].prices", withModel({ prices: [] })],
  ["engines[0].models[0].prices", withModel({ prices: [{ ...prices[0], from: "2999-01-01T00:00:00Z" }] })],
  ["engines[0].models[0].voices[0].gender", withModel({ voices: [{ voiceId: "a", name: "A", region: "north" }] })],
  [
    "engines[0].models[0].config.speed",
    withModel({ config: { speed: { type: "number", min: 1, max: 2, default: 3, label: { vi: "a", en: "b" } } } }),
  ],
  ["engines[0].models[0]", withModel({ color: "red" })],
  ["engines[0].id", fileWith({ id: "sherpa2" }, { type: "sherpa" })],
])("an invalid value is reported by its place: %s", (place, text) => {
  expect(complaint(text)).toMatch(`${place}: `);
});

test("invalid JSON is reported by its line, without repeating the content", () => {
  const words = complaint('{\n  "apiKey": "sk-secret" oops\n}');
  expect(words).toMatch(/^not JSON at line 2, column \d+$/);
  expect(complaint('{ "engines": [')).toMatch(/^not JSON at line 1/);
});

test("no error message repeats a key", () => {
  const text = fileWith({ upstreams: [{ baseUrl: "no address", apiKey: "sk-secret", color: "red" }] });
  expect(complaint(text)).not.toMatch("sk-secret");
});
