import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { parseEngineFile } from "@/lib/engines/config/parse";
import { bodyOf, failure, startMachine, within } from "@/testing/fakes/remote-engine";
import { makeTone } from "@/testing/fakes/sound";
import { type Behavior, sendJson } from "@/testing/fakes/speech-server";
import { openOpenAi } from "./provider";
import type { OpenAiEngine } from "./schema";
import { writeWav } from "./write-wav";

const sampleRate = 48_000;

/** In parts, with a header of unknown length. */
function stream(response: ServerResponse): void {
  const wav = Buffer.concat(writeWav({ samples: makeTone(220, sampleRate, 1), sampleRate }));
  wav.writeUInt32LE(0xffff_ffff, 4);
  wav.writeUInt32LE(0xffff_ffff, 40);
  response.writeHead(200, { "content-type": "audio/wav", "x-sample-rate": sampleRate });
  for (let at = 0; at < wav.length; at += 10_000) response.write(wav.subarray(at, at + 10_000));
  response.end();
}

/** Responds as VieNeu-TTS's own server does. */
const vieneu: Behavior = ({ path, body }, response) => {
  if (path === "/v1/models") return sendJson(response, 200, { object: "list", data: [{ id: "vieneu-v3-turbo" }] });
  const { voice, response_format } = JSON.parse(String(body));
  const reject = (message: string) =>
    sendJson(response, 400, { error: { message, type: "invalid_request_error", code: 400 } });
  if (!["pcm", "wav"].includes(response_format)) return reject(`response_format '${response_format}' not supported`);
  if (!["Mai Anh", "Quang Sơn"].includes(voice)) return reject(`unknown voice '${voice}'; see GET /v1/voices`);
  return stream(response);
};

test("the documented entry for VieNeu-TTS speaks through a server like its own, with numbers read by our rules", async () => {
  const server = await startMachine(vieneu, "x");
  const page = readFileSync("docs/reference/engines.md", "utf8");
  const [, entry = ""] = /```json\n(\{\s+"id": "vieneu"[\s\S]*?)```/.exec(page) ?? [];
  const text = `{"engines":[${entry.replace("http://127.0.0.1:8000/v1", server.url)}]}`;
  const [engine] = parseEngineFile(text, { VIENEU_API_KEY: "x" }).engines;
  const provider = openOpenAi(engine as OpenAiEngine, () => undefined);
  expect(provider.models).toMatchObject([{ modelId: "vieneu-v3-turbo", normalises: false, config: {} }]);
  expect(provider.voices.map(({ region }) => region)).toEqual(["north", "central", "south"]);
  expect(await provider.health(within(2000))).toMatchObject({ ok: true });

  const say = (voiceId: string) =>
    provider.synthesize?.({ text: "Xin chào", voiceId, modelId: "vieneu-v3-turbo", config: {} }, within(5000));
  expect(await say("vieneu-mai-anh")).toMatchObject({ sampleRate, samples: { length: sampleRate } });
  expect(bodyOf(server)).toEqual({
    model: "vieneu-v3-turbo",
    input: "Xin chào",
    voice: "Mai Anh",
    response_format: "wav",
  });
  expect(await failure(say("vieneu-thuc-doan"))).toMatchObject({ kind: "rejected" });
  await provider.close?.();
});
