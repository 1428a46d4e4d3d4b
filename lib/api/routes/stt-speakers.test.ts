// @module-tag promise
import { afterAll, expect, test } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { synthesizeInPool } from "@/lib/engines/pool";
import { converse } from "@/testing/harness/conversation";
import { startSttApi } from "@/testing/harness/stt-api";

const { engine, api, key, send, found, charges, close } = await startSttApi();
afterAll(close);

const speak = (text: string, engineVoice: string) => {
  const delivery = { wordsPerMinute: 175, pitch: 50, range: 50, volume: 100, gainDb: 0 };
  return synthesizeInPool({ text, engineVoice, ...delivery }, new AbortController().signal);
};

const recorded = async (voices: readonly string[], turns: number) => {
  const { audio, known } = await converse(voices, turns, speak);
  return { file: new Blob([await encodeWav(audio)]), known };
};

const demo = { modelId: "vang-demo-stt", formatting: "none" };

type Said = { start: number; end: number; speaker?: string };

test("a model without diarization rejects the request before it costs, and says which can", async () => {
  for (const [path, fields] of [
    ["/stt", { diarize: "true" }],
    ["/v1/audio/transcriptions", { model: "listener", response_format: "diarized_json" }],
  ] as const) {
    const { status, json } = await send(fields, undefined, {}, path);
    expect([status, json.code, json.param]).toEqual([400, "INVALID_REQUEST", "diarize"]);
    expect(json.message).toContain("vang-demo-stt");
  }
  expect([engine.seen.length, await charges()]).toEqual([0, 0]);
});

test("segments and words of two voices have their speakers, also in a lookup, a repeat and subtitles", async () => {
  const { file, known } = await recorded(["vi+f3", "vi"], 3);
  const wanted = { ...demo, diarize: "true", responseFormat: "verbose_json" };
  const { json } = await send(wanted, file, { "idempotency-key": "two voices" });
  for (const { start, end, speaker } of [...(json.segments as Said[]), ...(json.words as Said[])]) {
    const middle = (start + end) / 2;
    const turn = known.find((one) => middle > one.start - 0.15 && middle < one.end + 0.15);
    expect(speaker).toBe(turn?.speaker === "vi+f3" ? "A" : "B");
  }
  expect((await send(wanted, file, { "idempotency-key": "two voices" })).json).toEqual(json);
  const path = `/stt/jobs?id=${json.trackingId}&responseFormat=`;
  await found(`${path}json`);
  expect((await api.get(`${path}verbose_json`, key)).json).toEqual(json);
  expect(String((await api.get(`${path}vtt`, key)).bytes)).toMatch(/<v A>[\s\S]+<v B>[\s\S]+<v A>/);
  expect(String((await api.get(`${path}srt`, key)).bytes)).toMatch(/\nA: [\s\S]+\nB: [\s\S]+\nA: /);
});

test("one voice is one speaker, whom SRT does not name", async () => {
  const { file } = await recorded(["vi"], 2);
  const { json } = await send({ ...demo, diarize_model: "latest", responseFormat: "verbose_json" }, file);
  expect([...new Set((json.segments as Said[]).map(({ speaker }) => speaker))]).toEqual(["A"]);
  const path = `/stt/jobs?id=${json.trackingId}&responseFormat=srt`;
  await found(path);
  expect(String((await api.get(path, key)).bytes)).not.toContain("A: ");
});

test.each(["0", "11", "two", "1.5"])("%s is no number of speakers", async (speakers) => {
  const { status, json } = await send({ ...demo, diarize: "true", speakers });
  expect([status, json.code, json.param]).toEqual([400, "INVALID_REQUEST", "speakers"]);
});

test("without diarize no speaker is named", async () => {
  const { file } = await recorded(["vi+f3"], 1);
  const { json } = await send({ ...demo, diarize: "false", speakers: "2", responseFormat: "verbose_json" }, file);
  expect(JSON.stringify(json)).not.toContain("speaker");
});

test("the catalogue says which models have diarization, and by what", async () => {
  const { json } = await api.get("/tts/models", key);
  const models = json.models as { modelId: string; diarizes: boolean; diarizesBy?: string }[];
  const stated = models.map(({ modelId, diarizes, diarizesBy }) => [modelId, [diarizes, diarizesBy]]);
  expect(Object.fromEntries(stated)).toMatchObject({
    listener: [false, undefined],
    "vang-demo-stt": [true, "embedded_voices"],
  });
});
